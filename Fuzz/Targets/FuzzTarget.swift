/// A way into the program for bytes that a stranger chooses. Each must return, whatever comes.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case clientFrames
    case configuration
    case imports
    case invitations
    case links
    case nodeFrames
    case providers
    case proxyHeaders
    case records
    case replicaCaches
    case serverFrames
    case shownText
    case storedChanges
    case terminalInput
    case tlsClient
    case tlsRecords
    case tlsServer

    public func run(_ bytes: [UInt8]) {
        switch self {
        case .clientFrames: FrameFuzz.client(bytes)
        case .configuration: ConfigFuzz.read(bytes)
        case .imports: ImportFuzz.read(bytes)
        case .invitations: InvitationFuzz.read(bytes)
        case .links: LinkFuzz.read(bytes)
        case .nodeFrames: NodeFuzz.follow(bytes)
        case .providers: ProviderFuzz.decode(bytes)
        case .proxyHeaders: ProxyHeaderFuzz.read(bytes)
        case .records: RecordFuzz.change(bytes)
        case .replicaCaches: ReplicaCacheFuzz.read(bytes)
        case .serverFrames: FrameFuzz.server(bytes)
        case .shownText: TextFuzz.show(bytes)
        case .storedChanges: StoredFuzz.read(bytes)
        case .terminalInput: InputFuzz.parse(bytes)
        case .tlsClient: TLSFuzz.client(bytes)
        case .tlsRecords: TLSRecordFuzz.meddle(bytes)
        case .tlsServer: TLSFuzz.server(bytes)
        }
    }
}
