"""Lead or follow: a robot shares its work with the person beside it, and adapts to them."""
