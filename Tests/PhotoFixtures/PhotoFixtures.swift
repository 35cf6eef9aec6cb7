enum Fixtures {}
