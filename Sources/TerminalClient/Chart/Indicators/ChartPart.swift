/// A part that a chart can show besides its candles. Each part is described once, for keys, help, the configuration
/// file and the drawing. To add an indicator, add a case and its description.
package enum ChartPart: String, CaseIterable, Sendable {
    // The configuration file uses these names. Panes stand below the candles in this order.
    case grid
    case extremes
    case simple = "sma"
    case exponential = "ema"
    case volume
    case strength = "rsi"
    case convergence = "macd"
}

extension ChartPart {
    struct Description: Sendable {
        enum Drawing: Sendable {
            /// The chart draws this part itself.
            case own
            /// Draws lines over the candles, computed from the closes.
            case lines(@Sendable (_ closes: [Double]) -> [IndicatorLine])
            /// Draws a pane below the candles, computed from the closes.
            case pane(@Sendable (_ closes: [Double]) -> IndicatorPane)
        }

        /// The key that shows or hides the part.
        let key: Character
        /// The words in Help.
        let title: String
        /// The subject of the sentence "... is on".
        let subject: String
        var isShownAtFirst = false
        var drawing = Drawing.own
    }

    /// The parts of a chart before the user chooses any.
    package static let shownAtFirst = Set(allCases.filter(\.description.isShownAtFirst))

    var description: Description {
        switch self {
        case .grid: Description(key: "#", title: "grid of prices and times", subject: "the grid", isShownAtFirst: true)
        case .extremes:
            Description(key: "x", title: "mark the highest and lowest", subject: "the marks", isShownAtFirst: true)
        case .volume: Description(key: "v", title: "volume", subject: "volume", isShownAtFirst: true)
        case .simple:
            Description(
                key: "m",
                title: "moving averages of 20 and 50 (SMA)",
                subject: "SMA",
                drawing: .averages("SMA", [(20, .second), (50, .first)]) { SimpleAverage(period: $0).values($1) }
            )
        case .exponential:
            Description(
                key: "e",
                title: "exponential averages of 12 and 26 (EMA)",
                subject: "EMA",
                drawing: .averages("EMA", [(12, .plain), (26, .faint)]) { ExponentialAverage(period: $0).values($1) }
            )
        case .strength:
            Description(
                key: "R",
                title: "relative strength index (RSI 14)",
                subject: "RSI",
                drawing: .pane { closes in
                    let values = RelativeStrength().values(closes)
                    return IndicatorPane(
                        name: "RSI 14",
                        range: .fixed(0...100),
                        lines: [IndicatorLine(name: "", ink: .first, values: values)],
                        guides: [70, 30]
                    )
                }
            )
        case .convergence:
            Description(
                key: "M",
                title: "convergence and divergence (MACD 12 26 9)",
                subject: "MACD",
                drawing: .pane { closes in
                    let values = Convergence().values(closes)
                    return IndicatorPane(
                        name: "MACD 12 26 9",
                        range: .aroundZero,
                        lines: [
                            IndicatorLine(name: "", ink: .first, values: values.line),
                            IndicatorLine(name: "signal", ink: .second, values: values.signal),
                        ],
                        columns: values.difference
                    )
                }
            )
        }
    }

    /// Whether the part takes rows of its own below the candles.
    var isPane: Bool { if case .pane = description.drawing { true } else { self == .volume } }

    /// Whether the part is drawn on the candles, which lines replace while coins are compared.
    var isOnCandles: Bool { if case .lines = description.drawing { true } else { self == .extremes } }
}

extension ChartPart.Description.Drawing {
    /// One line for each period.
    /// - Parameter average: computes the values of one period.
    fileprivate static func averages(
        _ name: String,
        _ periods: [(Int, ChartInk)],
        _ average: @escaping @Sendable (_ period: Int, _ closes: [Double]) -> [Double?]
    ) -> Self {
        .lines { closes in
            periods.map { period, ink in
                IndicatorLine(name: "\(name) \(period)", ink: ink, values: average(period, closes))
            }
        }
    }
}

/// What equal distances on a chart's scale mean.
package enum ChartScale: String, CaseIterable, Sendable {
    case linear
    case log
    case percent
}

/// How this terminal draws all charts.
package struct ChartChoices: Equatable, Sendable {
    package var scale = ChartScale.linear
    package var parts = ChartPart.shownAtFirst

    package init() {}

    /// Whether there are lines over the candles, which need a legend.
    var hasLines: Bool { parts.contains { if case .lines = $0.description.drawing { true } else { false } } }

    /// The choices for a chart with little room: candles and volume.
    static let small = {
        var choices = ChartChoices()
        choices.parts = [.volume]
        return choices
    }()
}
