/// A way into the program for bytes that a stranger chooses. Each must return, whatever comes.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case clientFrames
    case serverFrames
    case tlsServer
    case providers

    public func run(_ bytes: [UInt8]) {
        switch self {
        case .clientFrames: FrameFuzz.client(bytes)
        case .serverFrames: FrameFuzz.server(bytes)
        case .tlsServer: TLSFuzz.server(bytes)
        case .providers: ProviderFuzz.decode(bytes)
        }
    }
}
