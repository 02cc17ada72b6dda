internal import Shared

/// A setting that all terminals share, as it is chosen from now.
struct SharedChoice {
    /// The titles of its values. One that is stored and may not be chosen comes last, as it is stored.
    let options: [String]
    /// The one that is stored.
    let chosen: Int
    /// On or off.
    let isSwitch: Bool
    /// A sentence on what holds now.
    let explanation: String
    private let values: [DescribedSetting.Choice]

    init(_ setting: DescribedSetting, in table: UserTable, _ offers: ServerOffers) {
        values = setting.values(offers)
        let stored = table.storedText(of: setting) ?? setting.standard(offers) ?? "-"
        let holds = table.choice(of: setting, offers)?.explanation ?? "It offers nothing else."
        if let index = values.firstIndex(where: { $0.text == stored }) {
            (options, chosen, explanation) = (values.map(\.title), index, holds)
        } else {
            (options, chosen) = (values.map(\.title) + [stored], values.count)
            let stranger = setting.isOffered ? "This server does not offer" : "This version does not know"
            explanation = "\(stranger) \(stored). \(holds)"
        }
        isSwitch = options == Bool.offered.map(\.title)
    }

    /// The value some steps further on, in a ring; nil where that is one that cannot be chosen here.
    func value(after step: Int) -> String? {
        let index = (chosen + step % options.count + options.count) % options.count
        return values.indices.contains(index) ? values[index].text : nil
    }
}
