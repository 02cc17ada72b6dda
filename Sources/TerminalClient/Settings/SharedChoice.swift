internal import Shared

/// A shared setting as the user can choose it now.
struct SharedChoice {
    /// The titles of its values. A stored value that cannot be chosen comes last, with its stored text.
    let options: [String]
    /// The index of the stored value.
    let chosen: Int
    /// Whether the setting is on or off.
    let isSwitch: Bool
    /// A sentence about the present value.
    let explanation: String
    private let values: [DescribedSetting.Choice]

    init(_ setting: DescribedSetting, in table: UserTable, _ offers: ServerOffers) {
        values = setting.values(offers)
        let stored = table.storedText(of: setting) ?? setting.standard(offers) ?? "-"
        let holds = table.choice(of: setting, offers)?.explanation ?? SettingsWords.onlyValue.description
        if let index = values.firstIndex(where: { $0.text == stored }) {
            (options, chosen, explanation) = (values.map(\.title), index, holds)
        } else {
            (options, chosen) = (values.map(\.title) + [stored], values.count)
            if table.choice(of: setting, offers)?.text == stored {
                // The user has typed it.
                (explanation, isSwitch) = (holds, false)
                return
            }
            let words =
                setting.isOffered
                ? SettingsWords.notOffered(stored, effect: holds) : .notKnown(stored, effect: holds)
            explanation = words.description
        }
        isSwitch = options == Bool.offered.map(\.title)
    }

    /// The value some steps further on, in a ring; nil if that value cannot be chosen here.
    func value(after step: Int) -> String? {
        let index = (chosen + step % options.count + options.count) % options.count
        return values.indices.contains(index) ? values[index].text : nil
    }
}
