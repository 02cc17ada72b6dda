internal import SwiftProtobuf

/// A setting whose values this program knows.
public struct Setting<Value: SettingValue>: Sendable {
    /// The same setting without the Swift type.
    public let described: DescribedSetting
    public let standard: Value

    /// - Parameters:
    ///   - explanation: a sentence about the meaning of a value.
    init(
        _ name: String,
        standard: Value,
        title: String,
        shortTitle: String,
        summary: String,
        explanation: @escaping @Sendable (Value) -> String
    ) {
        self.standard = standard
        let values = Value.offered.map { value in
            DescribedSetting.Choice(text: value.text, title: value.title, explanation: explanation(value))
        }
        described = DescribedSetting(
            name,
            standard: standard.text,
            title: title,
            shortTitle: shortTitle,
            summary: summary,
            values: { _ in values }
        )
    }
}

/// A value that a setting may have.
public protocol SettingValue: Hashable, Sendable {
    /// The values that may be chosen, in the order in which they are offered.
    static var offered: [Self] { get }
    /// The stored and typed form.
    var text: String { get }
    /// The shown form.
    var title: String { get }
}

extension Bool: SettingValue {
    public static var offered: [Bool] { [false, true] }
    public var text: String { self ? "on" : "off" }
    public var title: String { text }
}

/// One setting that all of a user's terminals share, described once. The wire, the store, the Settings screen, the
/// command line and undo go through the list of all settings.
///
/// Its values are texts. A stored value that may not be chosen (any more) stays stored, and the standard value is used
/// instead.
public struct DescribedSetting: Sendable {
    /// A value that may be chosen.
    public struct Choice: Hashable, Sendable {
        public let text: String
        public let title: String
        /// A sentence about its meaning.
        public let explanation: String
    }

    /// The stored and typed name: "kline-source".
    public let name: String
    public let key: RecordKey
    public let title: String
    /// The title for a small screen.
    public let shortTitle: String
    /// The subject of the setting in a few words.
    public let summary: String
    /// Nil: the first value that the server offers.
    private let fixedStandard: String?
    private let choices: @Sendable (ServerOffers) -> [Choice]
    /// The values that the user may type besides those; nil: there are no others.
    private let typed: Typed?

    /// - Parameters:
    ///   - standard: the value until the user chooses; nil if the server offers the values, the standard value first.
    ///   - values: the values that may be chosen, in the order in which they are shown.
    ///   - typed: the values that the user may type besides those.
    init(
        _ name: String,
        standard: String? = nil,
        title: String,
        shortTitle: String,
        summary: String,
        values: @escaping @Sendable (ServerOffers) -> [Choice],
        typed: Typed? = nil
    ) {
        self.typed = typed
        (self.name, self.title, self.shortTitle, self.summary) = (name, title, shortTitle, summary)
        key = RecordKey(kind: RecordKind.setting.number, bytes: WireSettingKey.with { $0.name = name }.bytes)
        (fixedStandard, choices) = (standard, values)
    }

    /// Whether the server offers the values.
    public var isOffered: Bool { fixedStandard == nil }

    /// The values that may be chosen.
    public func values(_ offers: ServerOffers) -> [Choice] { choices(offers) }

    /// The value until the user chooses; nil if the server offers none, or has not said which.
    public func standard(_ offers: ServerOffers) -> String? { fixedStandard ?? choices(offers).first?.text }

    /// The value for a new record.
    public func value(_ text: String) -> [UInt8] { WireSetting.with { $0.text = text }.bytes }

    /// A value that the user may type besides those, as an example; nil: there are no others.
    public var example: String? { typed?.example }

    /// - Parameter typed: a value or its title, in any case.
    public func choice(typed text: String, _ offers: ServerOffers) throws(SettingFault) -> Choice {
        let values = values(offers)
        if let value = values.first(where: { [$0.text, $0.title].contains { $0.lowercased() == text.lowercased() } }) {
            return value
        }
        if let typed { return try typed.read(text) }
        let advice = values.isEmpty ? "this server offers none" : "use \(values.map(\.title).alternatives)"
        throw SettingFault("'\(text)' is not a value for \(name); \(advice)")
    }

    /// The value to use if `text` is stored. If that may not be chosen, it is the standard value.
    public func choice(_ text: String?, _ offers: ServerOffers) -> Choice? {
        let (values, standard) = (values(offers), standard(offers))
        return values.first { $0.text == text } ?? text.flatMap(read) ?? values.first { $0.text == standard }
    }
}

extension DescribedSetting {
    /// Values that the user types.
    public struct Typed: Sendable {
        /// One of them, as the user types it.
        public let example: String
        fileprivate let read: @Sendable (String) throws(SettingFault) -> Choice

        init(example: String, read: @escaping @Sendable (String) throws(SettingFault) -> Choice) {
            (self.example, self.read) = (example, read)
        }
    }

    private func read(_ text: String) -> Choice? { try? typed?.read(text) }
}

/// Why a text is not a value of a setting.
public struct SettingFault: Error, Equatable, CustomStringConvertible {
    /// What is wrong and what to type instead, without a full stop.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The same as a sentence, for screens.
    public var sentence: String { description.asSentence }
}

/// No two settings have the same name.
extension DescribedSetting: Hashable {
    public static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension RecordKind {
    public static let setting = RecordKind(
        1,
        "setting",
        plural: "settings",
        recordsMax: 200,
        bytesMax: 512,
        key: WireSettingKey.self,
        value: WireSetting.self,
        fields: [1],
        problem: { key, _ in key.name.isEmpty ? "no name" : nil }
    )
}

extension UserTable {
    public subscript<Value>(setting: Setting<Value>) -> Value {
        let text = storedText(of: setting.described)
        return Value.offered.first { $0.text == text } ?? setting.standard
    }

    /// The stored text, whether or not it is offered; nil if nothing is stored.
    public func storedText(of setting: DescribedSetting) -> String? {
        self[setting.key].flatMap { try? WireSetting(serializedBytes: $0.value).text.visible }
    }

    /// The value to use now; nil if the server offers none.
    public func choice(of setting: DescribedSetting, _ offers: ServerOffers) -> DescribedSetting.Choice? {
        setting.choice(storedText(of: setting), offers)
    }
}

extension Mutation {
    public static func set<Value>(_ setting: Setting<Value>, to value: Value) -> Mutation {
        set(setting.described, to: value.text)
    }

    public static func set(_ setting: DescribedSetting, to text: String) -> Mutation {
        Mutation([.update(setting.key, of: .setting, to: setting.value(text), creates: true)])
    }
}
