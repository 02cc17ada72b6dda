/// Whether an instrument has its own chain or uses another one's.
public enum InstrumentKind: UInt8, Sendable, CaseIterable, Codable {
    case coin = 1
    case token = 2
}
