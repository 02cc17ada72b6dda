extension Unicode.Scalar {
    /// Whether it is neither a control character (C0, DEL, C1) nor one that changes the direction or joins its
    /// neighbors. So text from the network cannot steer a terminal or imitate other text.
    public var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// C0, DEL and C1, and the two line separators. They are the same in every version of Unicode.
    public var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
