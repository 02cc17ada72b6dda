/// The settings that all of a user's terminals share. Describe a new one here, and use it where it takes effect.
public enum Settings {
    public static let klineSource = DescribedSetting(
        "kline-source",
        title: "Candles from",
        shortTitle: "Candles",
        summary: "where candles come from",
        values: { offers in
            offers.klineSources.map { source in
                DescribedSetting.Choice(
                    text: source.name,
                    title: source.title,
                    explanation: "Charts show \(source.title)'s candles."
                )
            }
        }
    )

    public static let coinsOnly = Setting(
        "coins-only",
        standard: false,
        title: "Coins only",
        shortTitle: "Coins only",
        summary: "leave tokens out",
        explanation: { $0 ? "Tokens are hidden." : "Coins and tokens are both shown." }
    )

    public static let keepFavorites = Setting(
        "keep-favorites",
        standard: true,
        title: "Keep favorites",
        shortTitle: "Keep favs",
        summary: "off: favorites are removed a minute after your last terminal has closed",
        explanation: {
            $0
                ? "Favorites stay when your last terminal closes."
                : "Off: favorites are gone once your last terminal has closed."
        }
    )

    /// How to find the cost of sold coins.
    public static let costMethod = Setting(
        "cost-method",
        standard: CostMethod.average,
        title: "Cost of what is sold",
        shortTitle: "Cost",
        summary: "how profit is calculated",
        explanation: {
            switch $0 {
            case .average: "All units of a coin cost the same."
            case .fifo: "What was bought first is sold first."
            }
        }
    )

    /// When alerts neither ring nor are posted. The user types the hours.
    public static let quietHours = DescribedSetting(
        "quiet-hours",
        standard: "off",
        title: "Quiet hours",
        shortTitle: "Quiet",
        summary: "when alerts neither ring nor are posted",
        values: { _ in
            [DescribedSetting.Choice(text: "off", title: "off", explanation: "Alerts ring at any hour.")]
        },
        typed: DescribedSetting.Typed(example: QuietHours.example) { (text) throws(SettingFault) in
            let hours = try QuietHours(typed: text)
            return DescribedSetting.Choice(
                text: hours.text,
                title: hours.text,
                explanation: "In these hours alerts do not ring, and posts wait for their end."
            )
        }
    )

    /// All settings, in the order in which they are shown.
    public static let all: [DescribedSetting] = [
        klineSource, currency, coinsOnly.described, keepFavorites.described, costMethod.described,
        quietHours,
    ]
}
