extension Unicode.Scalar {
    /// Not a control character (C0, DEL, C1), and not one that changes the direction or joins what stands around it: what came
    /// from the network cannot steer a terminal, nor pass for something else.
    public var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
