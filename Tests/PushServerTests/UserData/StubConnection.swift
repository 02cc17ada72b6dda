import Shared

@testable import PushServer

/// A connection that records what it receives.
struct StubConnection {
    let connection: UserConnection
    private let told: AsyncStream<String>

    /// - Parameter client: nil: its own client.
    init(_ id: Int, _ account: Account, client: Int? = nil) {
        let (told, tell) = AsyncStream.makeStream(of: String.self)
        self.told = told
        connection = UserConnection(
            id: ConnectionID(rawValue: UInt64(id)),
            account: account,
            client: ClientID(high: 0, low: UInt64(client ?? id)),
            token: TokenHash(bytes: [UInt8(id)]),
            device: DeviceID(rawValue: UInt64(id)),
            address: "192.0.2.\(id)"
        ) { push in
            switch push {
            case .joined: tell.yield("joined")
            case .changed(let news): tell.yield("table \(news.table.version)")
            case .table(let news): tell.yield("whole table \(news.table.version)")
            case .result(let result):
                let outcome = "\(result.outcome)".prefix { $0 != "(" }
                tell.yield("result \(result.number) \(outcome)")
            case .close(let close): tell.yield("close \(close.code.rawValue)")
            }
        }
    }

    func next() async -> String? { await told.first { _ in true } }
}
