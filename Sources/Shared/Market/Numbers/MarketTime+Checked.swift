extension MarketTime {
    /// For seconds from outside.
    /// - Returns: nil when they do not fit.
    public init?(checkedSeconds seconds: Int64) {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return nil }
        self.init(milliseconds: milliseconds)
    }
}
