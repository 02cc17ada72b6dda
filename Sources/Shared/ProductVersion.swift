/// The version of both ends, as shown to people.
public enum ProductVersion {
    public static let current = "0.2.0"
    /// The year of this version. A clock that shows an earlier year is wrong.
    public static let year = 2026
}
