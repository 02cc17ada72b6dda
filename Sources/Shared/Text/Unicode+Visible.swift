extension Unicode.Scalar {
    /// Not a control character (C0, DEL, C1), and not one that changes the direction or joins what stands around it: what came
    /// from the network cannot steer a terminal, nor pass for something else.
    public var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// C0, DEL and C1, and the two that end lines: the same in every version of Unicode.
    var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
