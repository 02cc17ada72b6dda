/// How often prices are redrawn. Keys take effect at once at any rate.
package enum UpdateRate: String, CaseIterable, Sendable {
    case live
    case oneSecond = "1s"
    case twoSeconds = "2s"
    case fiveSeconds = "5s"

    /// Nil: redraw prices as they come.
    var interval: Duration? {
        switch self {
        case .live: nil
        case .oneSecond: .seconds(1)
        case .twoSeconds: .seconds(2)
        case .fiveSeconds: .seconds(5)
        }
    }

    var title: String {
        switch self {
        case .live: "live"
        case .oneSecond: "1 s"
        case .twoSeconds: "2 s"
        case .fiveSeconds: "5 s"
        }
    }
}
