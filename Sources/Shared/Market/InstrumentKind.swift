/// Whether an instrument has a chain of its own, or lives on another's.
public enum InstrumentKind: UInt8, Sendable, CaseIterable, Codable {
    case coin = 1
    case token = 2
}
