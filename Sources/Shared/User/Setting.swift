internal import SwiftProtobuf

/// One setting that all of a user's terminals share, described once: the wire, the store, the Settings screen, the command line and
/// undo go through the list of all settings.
///
/// Its value travels as text. What cannot be read counts as the standard value, and stays stored as it is.
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
        described = DescribedSetting(
            name: name,
            title: title,
            shortTitle: shortTitle,
            summary: summary,
            standard: standard.text,
            values: Value.offered.map { .init(text: $0.text, title: $0.title, explanation: explanation($0)) }
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

extension KlineSource: SettingValue {
    public static var offered: [KlineSource] { allCases }
    public var text: String { rawValue }
}

/// A setting as lists of settings have it: all its values are texts.
public struct DescribedSetting: Hashable, Sendable {
    /// One value that may be chosen.
    public struct Choice: Hashable, Sendable {
        public let text: String
        public let title: String
        /// A sentence on what it means.
        public let explanation: String
    }

    /// As it is stored and typed: "kline-source".
    public let name: String
    public let title: String
    /// Where there is little room.
    public let shortTitle: String
    /// What it is about, in a few words.
    public let summary: String
    /// What it is until the user chooses.
    public let standard: String
    public let values: [Choice]

    public var key: RecordKey {
        RecordKey(kind: RecordKind.setting.number, bytes: WireSettingKey.with { $0.name = name }.bytes)
    }

    /// The value of a new record.
    public func value(_ text: String) -> [UInt8] { WireSetting.with { $0.text = text }.bytes }

    /// The value that holds where `text` is stored: the standard one, if it is not offered.
    public func choice(_ text: String?) -> Choice? {
        values.first { $0.text == text } ?? values.first { $0.text == standard }
    }
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

    /// The value that holds now.
    public func choice(of setting: DescribedSetting) -> DescribedSetting.Choice? {
        setting.choice(storedText(of: setting))
    }
}

extension Mutation {
    public static func set<Value>(_ setting: Setting<Value>, to value: Value, of table: UserTable) -> Mutation {
        set(setting.described, to: value.text, of: table)
    }

    public static func set(_ setting: DescribedSetting, to text: String, of table: UserTable) -> Mutation {
        Mutation([.update(setting.key, of: .setting, to: setting.value(text), creates: true)])
    }
}
