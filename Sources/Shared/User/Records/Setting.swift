internal import SwiftProtobuf

/// A setting whose values this program knows.
public struct Setting<Value: SettingValue>: Sendable {
    /// The same without the Swift type.
    public let described: DescribedSetting
    public let standard: Value

    /// - Parameters:
    ///   - explanation: a sentence on what a value means.
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
    /// Those that may be chosen, in the order in which they are offered.
    static var offered: [Self] { get }
    /// As it is stored and typed.
    var text: String { get }
    /// As it is shown.
    var title: String { get }
}

extension Bool: SettingValue {
    public static var offered: [Bool] { [false, true] }
    public var text: String { self ? "on" : "off" }
    public var title: String { text }
}

/// One setting that all of a user's terminals share, described once: the wire, the store, the Settings screen, the command line and
/// undo go through the list of all settings.
///
/// Its values are texts. One that may not be chosen, or not any more, counts as the standard value, and stays stored as it is.
public struct DescribedSetting: Sendable {
    /// One value that may be chosen.
    public struct Choice: Hashable, Sendable {
        public let text: String
        public let title: String
        /// A sentence on what it means.
        public let explanation: String
    }

    /// As it is stored and typed: "kline-source".
    public let name: String
    public let key: RecordKey
    public let title: String
    /// Where there is little room.
    public let shortTitle: String
    /// What it is about, in a few words.
    public let summary: String
    /// Nil: the first value that the server offers.
    private let fixedStandard: String?
    private let choices: @Sendable (ServerOffers) -> [Choice]

    /// - Parameters:
    ///   - standard: what it is until the user chooses; nil: what may be chosen is the server's to offer, the standard value first.
    ///   - values: what may be chosen, in the order in which it is shown.
    init(
        _ name: String,
        standard: String? = nil,
        title: String,
        shortTitle: String,
        summary: String,
        values: @escaping @Sendable (ServerOffers) -> [Choice]
    ) {
        (self.name, self.title, self.shortTitle, self.summary) = (name, title, shortTitle, summary)
        key = RecordKey(kind: RecordKind.setting.number, bytes: WireSettingKey.with { $0.name = name }.bytes)
        (fixedStandard, choices) = (standard, values)
    }

    /// Whether the server says what may be chosen.
    public var isOffered: Bool { fixedStandard == nil }

    /// What may be chosen.
    public func values(_ offers: ServerOffers) -> [Choice] { choices(offers) }

    /// What it is until the user chooses; nil: the server offers nothing, or has not said what.
    public func standard(_ offers: ServerOffers) -> String? { fixedStandard ?? choices(offers).first?.text }

    /// The value of a new record.
    public func value(_ text: String) -> [UInt8] { WireSetting.with { $0.text = text }.bytes }

    /// - Parameter typed: a value or its title, in whatever case.
    /// - Returns: nil: it may not be chosen.
    public func choice(typed: String, _ offers: ServerOffers) -> Choice? {
        values(offers).first { [$0.text, $0.title].contains { $0.lowercased() == typed.lowercased() } }
    }

    /// The value that holds where `text` is stored: the standard one, if it may not be chosen.
    public func choice(_ text: String?, _ offers: ServerOffers) -> Choice? {
        let (values, standard) = (values(offers), standard(offers))
        return values.first { $0.text == text } ?? values.first { $0.text == standard }
    }
}

/// No two settings have one name.
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

    /// What is stored, whether it is offered or not; nil: nothing.
    public func storedText(of setting: DescribedSetting) -> String? {
        self[setting.key].flatMap { try? WireSetting(serializedBytes: $0.value).text.visible }
    }

    /// The value that holds now; nil: the server offers none.
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
