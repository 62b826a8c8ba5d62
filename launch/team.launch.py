"""Start a whole team on one machine: ``ros2 launch cotree team.launch.py mission:=tea_table``.

Every robot is a node in a namespace of its name; people follow the mission's script, and witnesses
vote.  With ``only:=pr2,baxter`` the others are left to other machines.
"""


def generate_launch_description():
    """The processes of everybody in the mission."""
    from launch import LaunchDescription
    from launch.actions import DeclareLaunchArgument, OpaqueFunction

    return LaunchDescription(
        [
            DeclareLaunchArgument("mission", description="the mission's YAML file, or its name"),
            DeclareLaunchArgument("only", default_value="", description="these, with commas"),
            DeclareLaunchArgument(
                "simulated", default_value="true", description="whether bodies are simulated"
            ),
            OpaqueFunction(function=everybody),
        ]
    )


def everybody(context):
    """One process for each teammate that is wanted here."""
    from cotree.app.missions import is_team, read_mission
    from cotree.ros.policy import members

    asked = context.launch_configurations
    mission = read_mission(asked["mission"])
    everyone = members(mission)
    wanted = [name.strip() for name in asked["only"].split(",") if name.strip()] or everyone
    unknown = [name for name in wanted if name not in everyone]
    if unknown:
        raise RuntimeError(f"only: no teammate '{unknown[0]}'; known: {', '.join(everyone)}")
    simulated = asked["simulated"].lower() in ("true", "1", "yes")
    return [started(mission, name, simulated, is_team(mission)) for name in wanted]


def started(mission, name, simulated, team):
    """The process of one teammate."""
    from launch_ros.actions import Node

    from cotree.ros.names import enclave_of, token

    mate = mission.team.get(name)
    if mate is not None and mate.robot is not None:
        parameters = [{"name": name, "mission": mission.file, "simulated": simulated}]
        return Node(
            package="cotree",
            executable="robot",
            namespace=token(name),
            parameters=parameters,
            ros_arguments=["--enclave", enclave_of(name)],
            output="screen",
        )
    return Node(
        package="cotree",
        executable="witness" if mate is None else "person",
        arguments=[mission.file, "--name", name, "--bus", "ros"],
        output="screen",
    )
