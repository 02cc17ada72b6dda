/// The version of both ends, as shown to people.
public enum ProductVersion {
    public static let current = "0.1.0"
    /// In which it was made: no clock that is right says an earlier one.
    public static let year = 2026
}
