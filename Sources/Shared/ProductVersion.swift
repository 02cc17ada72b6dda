/// The version of both ends, as shown to people.
public enum ProductVersion {
    public static let current = "0.1.0"
}
