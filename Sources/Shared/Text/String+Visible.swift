extension String {
    /// Without what could steer a terminal or pass for something else.
    public var visible: String { String(String.UnicodeScalarView(unicodeScalars.filter(\.isVisible))) }
}
