/// The number of a connection, unique within the process.
struct ConnectionID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt64
}
