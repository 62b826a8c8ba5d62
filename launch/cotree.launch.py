"""Start one teammate: ``ros2 launch cotree cotree.launch.py mission:=tea.yaml name:=pr2``."""


def generate_launch_description():
    """One process, the executor of the robot ``name`` in the mission ``mission``."""
    from launch import LaunchDescription
    from launch.actions import DeclareLaunchArgument
    from launch.substitutions import LaunchConfiguration
    from launch_ros.actions import Node

    arguments = ["--mission", LaunchConfiguration("mission"), "--name", LaunchConfiguration("name")]
    return LaunchDescription(
        [
            DeclareLaunchArgument("mission", description="the mission's YAML file"),
            DeclareLaunchArgument("name", description="which robot of the team"),
            Node(package="cotree", executable="robot", arguments=arguments, output="screen"),
        ]
    )
