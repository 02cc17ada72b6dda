internal import Shared

/// A setting of one terminal, described once. The configuration file, the file that `config init` writes, and the
/// Settings screen go through the list of all settings.
package struct LocalSetting: Sendable {
    /// A value that may be chosen.
    struct Choice: Sendable {
        /// As it is written in the configuration file.
        let text: String
        let title: String
        /// A sentence about its meaning.
        var explanation = ""
    }

    /// The titles of its row in Settings.
    struct Titles: Sendable {
        let long: String
        /// For a small screen.
        let short: String

        init(_ long: String, short: String? = nil) { (self.long, self.short) = (long, short ?? long) }
    }

    /// Its key in the configuration file.
    package let name: String
    /// Nil: it has no row in Settings.
    let titles: Titles?
    /// What `config init` writes above it.
    let comment: String
    private let choices: @Sendable (LocalSettings) -> [Choice]
    private let present: @Sendable (LocalSettings) -> String
    private let take: @Sendable (String, inout LocalSettings) -> Bool
    private let refusal: @Sendable (_ typed: String, _ offered: String) -> LocalSettingFault

    /// - Parameters:
    ///   - comment: makes the comment of the values, which have commas between them.
    ///   - choices: the values that may be chosen, in the order in which they are shown.
    ///   - present: the text of the present value.
    ///   - take: sets the value that a text means; false if there is none.
    ///   - refusal: what is wrong with a text that means no value; nil: it names the values.
    init(
        _ name: String,
        titles: Titles? = nil,
        comment: (_ values: String) -> String,
        choices: @escaping @Sendable (LocalSettings) -> [Choice],
        present: @escaping @Sendable (LocalSettings) -> String,
        take: @escaping @Sendable (String, inout LocalSettings) -> Bool,
        refusal: (@Sendable (_ typed: String, _ offered: String) -> LocalSettingFault)? = nil
    ) {
        (self.name, self.titles, self.choices, self.present, self.take) = (name, titles, choices, present, take)
        self.comment = comment(choices(LocalSettings()).map(\.text).joined(separator: ", "))
        self.refusal = refusal ?? { .noValue($0, of: name, offered: $1) }
    }

    /// A setting with a fixed list of values.
    init<Value: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ name: String,
        _ path: any WritableKeyPath<LocalSettings, Value> & Sendable,
        titles: Titles? = nil,
        comment: (_ values: String) -> String,
        title: (Value) -> String = { $0.rawValue },
        explanation: (Value) -> String = { _ in "" }
    ) {
        let all = Value.allCases.map {
            Choice(text: $0.rawValue, title: title($0), explanation: explanation($0))
        }
        self.init(
            name,
            titles: titles,
            comment: comment,
            choices: { _ in all },
            present: { $0[keyPath: path].rawValue },
            take: { text, settings in
                guard let value = Value(rawValue: text) else { return false }
                settings[keyPath: path] = value
                return true
            }
        )
    }

    /// A setting that is on or off.
    init(
        _ name: String,
        _ path: any WritableKeyPath<LocalSettings, Bool> & Sendable,
        titles: Titles? = nil,
        comment: String,
        explanation: (Bool) -> String = { _ in "" }
    ) {
        let all = Bool.offered.map { Choice(text: $0.text, title: $0.title, explanation: explanation($0)) }
        self.init(
            name,
            titles: titles,
            comment: { _ in comment },
            choices: { _ in all },
            present: { $0[keyPath: path].text },
            take: { text, settings in
                switch text.lowercased() {
                case "on", "true", "yes": settings[keyPath: path] = true
                case "off", "false", "no": settings[keyPath: path] = false
                default: return false
                }
                return true
            },
            refusal: { typed, _ in .neitherOnNorOff(typed) }
        )
    }
}

extension LocalSetting {
    /// Whether the setting is on or off.
    var isSwitch: Bool { choices(LocalSettings()).map(\.text) == Bool.offered.map(\.text) }

    func choices(in settings: LocalSettings) -> [Choice] { choices(settings) }

    /// The present value as it is written in the configuration file.
    package func text(in settings: LocalSettings) -> String { present(settings) }

    /// The place of the present value among the choices.
    func chosen(in settings: LocalSettings) -> Int? {
        let text = present(settings)
        return choices(settings).firstIndex { $0.text == text }
    }

    /// The value some steps further on, in a ring.
    func value(after step: Int, in settings: LocalSettings) -> String {
        let all = choices(settings)
        let place = (chosen(in: settings) ?? 0) + step
        return all[(place % all.count + all.count) % all.count].text
    }

    /// Sets the value that a text means.
    /// - Returns: what is wrong with the text; nil if it means a value.
    func set(_ text: String, in settings: inout LocalSettings) -> LocalSettingFault? {
        take(text, &settings) ? nil : refusal(text, choices(settings).map(\.text).alternatives)
    }
}

/// No two settings have the same name.
extension LocalSetting: Hashable {
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
