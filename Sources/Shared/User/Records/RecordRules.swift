/// What a server stores for users. These are the only parameters of `UserTable.apply`, the same on both ends. The
/// Welcome contains them.
public struct RecordRules: Sendable {
    /// The limits of one kind for a user.
    public struct Limits: Hashable, Sendable {
        public let kind: UInt32
        public var records: Int
        /// How many records one owner may have. Records without an owner count together. Nil: only `records` counts.
        public var recordsPerOwner: Int?
        /// The limit for one record's key and value together.
        public var bytes: Int
        /// How many characters a record's note or name may have; nil if its value has none.
        public var characters: Int?
        public let writer: RecordKind.Writer

        public init(
            kind: UInt32,
            records: Int,
            recordsPerOwner: Int? = nil,
            bytes: Int,
            characters: Int? = nil,
            writer: RecordKind.Writer
        ) {
            (self.kind, self.records, self.recordsPerOwner) = (kind, records, recordsPerOwner)
            (self.bytes, self.characters, self.writer) = (bytes, characters, writer)
        }
    }

    /// The kinds that the server stores. It refuses all others.
    public private(set) var offered: [Limits]
    /// The limit for the size (`Mutation.size`) of one mutation that does more than remove.
    public var mutationBytes = 48 * 1024
    /// The limit for all of a user's records, including those of the server's kinds.
    public var tableRecords = 10_000
    /// The limit for keys and values, and 32 bytes for each record. With it, a table is always one frame.
    public var tableBytes = 900 * 1024
    /// The only origins to which this server sends alerts, such as `https://ntfy.sh`; empty: it sends none.
    public var deliveryOrigins: [String] = []
    /// How many removed keys are remembered. Only the server's number matters, because its diffs say what it has
    /// forgotten.
    public var removedMax = UserTable.removedMax
    /// The kinds that this program knows. There are few.
    private let known: [RecordKind]

    /// Stores all these kinds, with the limits that they declare.
    public init(keeping kinds: [RecordKind] = RecordKind.all) {
        self.init(
            offered: kinds.map {
                Limits(
                    kind: $0.number,
                    records: $0.recordsMax,
                    recordsPerOwner: $0.recordsPerOwner,
                    bytes: $0.bytesMax,
                    characters: $0.text?.charactersMax,
                    writer: $0.writer
                )
            },
            knowing: kinds
        )
    }

    /// The rules that another program offers.
    public init(offered: [Limits], knowing kinds: [RecordKind] = RecordKind.all) {
        (self.offered, known) = (offered, kinds)
    }

    /// - Parameter records: the limit for each owner, if the kind has such a limit; otherwise the limit for all
    ///   records.
    public mutating func limit(_ kind: RecordKind, toRecords records: Int) {
        for index in offered.indices where offered[index].kind == kind.number {
            if offered[index].recordsPerOwner == nil {
                offered[index].records = records
            } else {
                offered[index].recordsPerOwner = records
            }
        }
    }

    /// Offers no other kinds than these.
    public mutating func offer(only kinds: Set<UInt32>) { offered.removeAll { !kinds.contains($0.kind) } }

    public func limits(of kind: UInt32) -> Limits? { offered.first { $0.kind == kind } }
    func kind(_ number: UInt32) -> RecordKind? { known.first { $0.number == number } }
    func kinds(ownedBy owner: UInt32) -> [RecordKind] { known.filter { $0.ownerKind == owner } }

    /// The room for records that the user writes. The server's kinds have separate room.
    var usersRecords: Int { serversKinds.reduce(tableRecords) { $0 - $1.records } }
    var usersBytes: Int { serversKinds.reduce(tableBytes) { $0 - $1.records * ($1.bytes + Record.overhead) } }

    /// Whether the server writes the records of a kind, and the user at most removes them.
    package func isServers(_ kind: UInt32) -> Bool { limits(of: kind)?.writer == .server }
    private var serversKinds: [Limits] { offered.filter { $0.writer == .server } }
}

extension RecordRules: Hashable {
    /// Compares what the other end knows of the rules.
    public static func == (one: Self, other: Self) -> Bool {
        one.offered == other.offered && one.mutationBytes == other.mutationBytes
            && one.tableRecords == other.tableRecords && one.tableBytes == other.tableBytes
            && one.deliveryOrigins == other.deliveryOrigins
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(offered) }
}
