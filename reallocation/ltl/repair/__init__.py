"""What happens to a mission under way: following a plan, disturbances, and new plans after them."""
