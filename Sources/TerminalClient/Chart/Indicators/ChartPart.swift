/// What a chart shows besides its candles, or leaves out. Each part is described once, for keys, help, the configuration file
/// and the drawing: to add an indicator, add a case and its description.
package enum ChartPart: String, CaseIterable, Sendable {
    // As they are written in the configuration file. Panes stand below the candles in this order.
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
            /// Lines over the candles, made of the closes.
            case lines(@Sendable (_ closes: [Double]) -> [IndicatorLine])
            /// A pane below the candles, made of the closes.
            case pane(@Sendable (_ closes: [Double]) -> IndicatorPane)
        }

        /// What shows it, or hides it.
        let key: Character
        /// For help.
        let title: String
        /// For a sentence: "... is on".
        let subject: String
        var isShownAtFirst = false
        var drawing = Drawing.own
    }

    /// Those of a chart for which nothing was chosen.
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

    /// Whether it takes rows of its own below the candles.
    var isPane: Bool { if case .pane = description.drawing { true } else { self == .volume } }
}

extension ChartPart.Description.Drawing {
    /// One line for each period.
    /// - Parameter average: the values of one period.
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

/// What equal heights of a chart stand for.
package enum ChartScale: String, CaseIterable, Sendable {
    case linear
    case log
    case percent
}

/// How all of a machine's charts are drawn.
package struct ChartChoices: Equatable, Sendable {
    package var scale = ChartScale.linear
    package var parts = ChartPart.shownAtFirst

    package init() {}

    /// Whether there are lines over the candles, which need a legend.
    var hasLines: Bool { parts.contains { if case .lines = $0.description.drawing { true } else { false } } }

    /// A chart that has little room: candles and volume.
    static let small = {
        var choices = ChartChoices()
        choices.parts = [.volume]
        return choices
    }()
}
