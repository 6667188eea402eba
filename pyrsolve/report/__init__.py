"""Writers of reports: JUnit, CSV."""
