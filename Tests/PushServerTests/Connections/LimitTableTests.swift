import Foundation
import NIOCore
import Testing

@testable import PushServer
@testable import Shared

/// Keeps the table of limits in docs/PROTOCOL.md true.
struct LimitTableTests {
    private static let document = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/PROTOCOL.md")

    /// The numbers in the third cell of each row, by the first cell, or by the second if the first is empty.
    private func rows() throws -> [String: [Int]] {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        let table = try #require(text.components(separatedBy: "\n## Limits\n").dropFirst().first)
        var rows: [String: [Int]] = [:]
        for line in table.components(separatedBy: "\n## ")[0].split(separator: "\n") where line.hasPrefix("|") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3 else { continue }
            let name = cells[0].isEmpty ? cells[1] : cells[0].replacing("`", with: "")
            rows[name] = cells[2].replacing(",", with: "").matches(of: /[0-9]+/).compactMap { Int($0.output) }
        }
        return rows
    }

    private static let named: [String: [Int]] = {
        let limits = SessionLimits()
        return [
            "client_frame_bytes": [limits.clientFrameBytes],
            "hello_frame_bytes": [limits.helloFrameBytes],
            "server_frame_bytes": [limits.serverFrameBytes],
            "heartbeat_ms": [limits.heartbeat.milliseconds],
            "silence_ms": [limits.silence.milliseconds],
            "handshake_ms": [limits.handshakeTimeout.milliseconds],
            "hello_ms": [limits.helloTimeout.milliseconds],
            "frames_per_second": [limits.framesPerSecond, 10 * limits.framesPerSecond],
            "requests_per_second": [limits.requestsPerSecond, 10 * limits.requestsPerSecond],
            "mutations_per_second": [limits.mutationsPerSecond, 10 * limits.mutationsPerSecond],
            "mutations_in_flight": [limits.mutationsInFlight],
            "mutation_bytes": [limits.records.mutationBytes],
            "table_records": [limits.records.tableRecords],
            "table_bytes": [limits.records.tableBytes],
            "charts": [limits.charts],
            "candles": [limits.candles],
            "connections_per_user": [limits.connectionsPerUser],
            "connections": [limits.connections],
            "connections_per_address": [limits.connectionsPerAddress],
            "handshakes": [limits.handshakes],
            "handshakes_per_address": [limits.handshakesPerAddress],
        ]
    }()

    private static let fixed: [String: [Int]] = [
        "kinds": [
            RecordKind.setting.recordsMax, RecordKind.listItem.recordsMax, RecordKind.listItem.recordsPerOwner ?? 0,
            RecordKind.list.recordsMax, RecordKind.transaction.recordsMax, RecordKind.alert.recordsMax,
            RecordKind.delivery.recordsMax,
        ],
        "bytes from a client before its TLS handshake is complete": [ClearHandshake.bytesMax],
        "TLS records without data, in a second before the Welcome": burst(TLSLimits().emptyRecordsPerSecond),
        "TLS records without data, in a second after the Welcome": burst(ConnectionHandler.emptyRecordsPerSecond),
        "bytes that wait for a client until the server stops reading from it; until it reads on":
            [Admission.waterMark.high, Admission.waterMark.low],
        "key and value of one: a setting; an item of a list; a list; a transaction; an alert; a way of delivery":
            [RecordKind.setting, .listItem, .list, .transaction, .alert, .delivery].map(\.bytesMax),
        "what the server writes: states of alerts; alert events; states of ways of delivery":
            [RecordKind.alertState, .alertEvent, .deliveryState].flatMap { [$0.recordsMax, $0.bytesMax] },
        "seconds that the server waits for close_notify after its Close": [
            Int(TLSLimits().close.nanoseconds / 1_000_000_000)
        ],
        "passwords that the server is checking or has waiting": [Accounts.checksMax],
        "unanswered DetailRequests of a connection": [PendingRequests.detailsMax],
        "unanswered DayRatesRequests of a connection": [PendingRequests.dayRatesMax],
        "unanswered AccountRequests of a connection": [PendingRequests.accountRequestsMax],
        "coins of one IconRequest": [IconRequests.coinsMax],
        "icons being fetched for a connection": [IconRequests.underWayMax],
        "coins of one WeekRequest": [WeekRequest.coinsMax],
        "`step_hours` of a WeekRequest": [WeekRequest.steps.lowerBound, WeekRequest.steps.upperBound],
        "different charts (source, coin, interval) of a user's connections, together": [SeriesShare.seriesMax],
        "candles that the server keeps, in all": [CandleHubRules.candlesMax],
        "candles in a frame": [CandleBatch.candlesMax],
        "rows of the market": [MarketTable.rowsMax],
        "rows in a SnapshotPart": [MarketFlow.rowsPerPart],
        "bytes of a symbol; of a coin's name": [Instrument.symbolBytesMax, Instrument.nameBytesMax],
        "bytes of an icon; points a side": [CoinIcon.bytesMax, CoinIcon.sideMax],
        "characters of a coin's description": [TextCleaner.lengthMax],
        "`device_name`": [ServerConnection.deviceNameBytesMax],
        "a user's name": [1, UserName.bytesMax],
        "characters (code points), and bytes, of a new password": [
            PasswordFault.charactersMin, Hello.Credentials.passwordBytesMax,
        ],
        "mutations of a client that can be taken back": [MutationHistory.depth],
        "clients of a user whose mutations are remembered, beside those that are connected": [
            ClientRows.clientsMax, ClientRows.clientsMax, Int(ClientRows.memory / 86_400),
        ],
        "bytes of what a client's newest 64 mutations replaced that are kept, beside the newest one's and those below 1,024":
            [OutcomeLog.effectBytesMax],
        "an order key": [1, OrderKey.lengthMax],
        "a record's key": [RecordKind.keyBytesMax],
        "bytes of a list's name": [ListName.bytesMax],
        "bytes of the address of a way of delivery; of its secret": [DeliveryAddress.bytesMax, DeliveryWay.secretMax],
        "alerts that wait for a way of delivery": [OutboxRows.waitingMax],
        "seconds between two test messages of a way of delivery": [Int(OutboxRows.testPause.components.seconds)],
        "posts of a user to one of `delivery_origins`, at once; seconds for one more": [
            PostPace.burst, Int(PostPace.interval.components.seconds),
        ],
        "characters of a number of a transaction; its decimals": [Transaction.numberMax, Transaction.decimalsMax],
        "characters of an account or a currency of a transaction": [Transaction.nameMax],
        "characters of a number of an alert": [AlertCondition.digitsMax],
        "minutes of an alert's move": [AlertCondition.minutes.lowerBound, AlertCondition.minutes.upperBound],
        "removed keys of a user that are remembered": [UserTable.removedMax],
        "seconds until an invitation expires": [Int(Invitation.lifetime.components.seconds)],
        "characters of the name of a list; the note of a transaction; the note of an alert; the name of a way of delivery":
            [ListName.charactersMax, Transaction.noteMax, Alert.noteMax, DeliveryWay.nameMax],
        "tokens of a device, beside the one that a login has shown (`former_token`)": [DeviceRows.tokensMax],
        "devices of a user": [DeviceRows.devicesMax],
        "the lead of `resume.sequence` over the server": [Int(MarketLineage.leadMax)],
        "seconds that a node may take to reach a client's position": [Int(ServerConnection.secondsAheadMax)],
        "seconds from the end of a user's last connection until favorites that are not kept are removed": [
            Int(configuration.absenceGrace.components.seconds)
        ],
        "hours for which an alert's post is tried": [Int(PostRetry.patience.components.seconds / 3600)],
        "days without use until a token expires": [days(TokenLifetime().unused)],
        "the same, of a token that was replaced": [days(TokenLifetime().replaced)],
        "addresses of a user that are known, each for a year": [DeviceRows.addressesMax],
        "seconds from the market's last change to the new process, over a planned restart": [
            Int(MarketContinuation.lifetime.components.seconds)
        ],
        "nodes in a Beat's `path`": [Beat.pathMax],
        "of a node: charts; unanswered DetailRequests; unanswered DayRatesRequests; icons being fetched; coins of one WeekRequest":
            [NodeLimits.charts, NodeLimits.details, NodeLimits.dayRates, NodeLimits.icons, NodeLimits.weeks],
    ]

    private static let configuration = ServerConfiguration(
        dataDirectory: "",
        market: ServerConfiguration.Market(environment: .qa(at: "http://127.0.0.1"))
    )

    private static func burst(_ perSecond: Int) -> [Int] { [perSecond, 10 * perSecond] }
    private static func days(_ duration: Duration) -> Int { Int(duration.components.seconds / 86_400) }

    @Test func everyLimitInTheDocumentIsTheProgramsDefault() throws {
        let rows = try rows()
        for (name, numbers) in Self.named.merging(Self.fixed, uniquingKeysWith: { $1 }) {
            #expect(rows[name] == numbers, "\(name)")
        }
    }

    @Test func everyLimitOfTheWelcomeIsInTheDocument() throws {
        let file = Self.document.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Shared/Wire/push.proto")
        let text = try String(contentsOf: file, encoding: .utf8)
        let message = try #require(text.components(separatedBy: "\nmessage Limits {").dropFirst().first)
        let fields = message.components(separatedBy: "\n}")[0].matches(of: #/\n +uint32 ([a-z_]+) =/#)
        let rows = try rows()
        for field in fields.map({ String($0.output.1) }) { #expect(rows[field] != nil, "\(field)") }
        #expect(fields.count >= Self.named.count)
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
