import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Shared

/// A frame of each kind.
extension ProtocolDocumentTests {
    static let token = [UInt8](repeating: 0xaa, count: 32)

    /// One point, transparent.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00,
        0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0x00, 0x02, 0x00, 0x00, 0x05, 0x00, 0x01, 0x7A, 0x5E,
        0xAB, 0x3F, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    func hello(
        _ credentials: Hello.Credentials,
        resume: MarketPosition? = nil,
        user: UserPosition? = nil
    ) throws -> ClientFrame {
        .hello(
            Hello(
                clientName: "tickwire",
                clientVersion: "0.1.0",
                deviceName: "laptop",
                clientID: try #require(ClientID(bytes: (0..<16).map { UInt8($0) })),
                credentials: credentials,
                resume: resume,
                user: user
            )
        )
    }

    func clientSamples() throws -> [(name: String, frame: ClientFrame)] {
        let position = MarketPosition(epoch: MarketEpoch(rawValue: 1), sequence: 7)
        return [
            (
                "hello-password",
                try hello(
                    .password(name: "ada", password: "secret"),
                    resume: position,
                    user: UserPosition(store: 3, version: 2)
                )
            ),
            ("hello-token", try hello(.token(Self.token))),
            (
                "hello-join",
                try hello(.invitation(secret: Array(repeating: 0xAA, count: 16), password: "a good password"))
            ),
            ("hello-local", try hello(.local)),
            ("hello-node", try hello(.node(secret: Self.token, term: 4), resume: position)),
            ("node-hint", .hint(UserHint(user: 7, version: 12))),
            ("followed-users", .followedUsers(FollowedUsers(added: [7, 9], removed: [3]))),
            ("mutation-add", .mutation(NumberedMutation(number: 3, mutation: .put(1027, "V01")))),
            ("mutation-move", .mutation(NumberedMutation(number: 4, mutation: Mutation([.move(1027, "V02")])))),
            (
                "mutation-set",
                .mutation(NumberedMutation(number: 5, mutation: .set(Settings.coinsOnly, to: true)))
            ),
            (
                "mutation-undo",
                .mutation(
                    NumberedMutation(number: 6, mutation: Mutation([.restore(1027, "V01", .version(3))], undoes: 4))
                )
            ),
            ("mutation-remove", .mutation(NumberedMutation(number: 7, mutation: Mutation([.remove(1027)])))),
            ("mutation-list", .mutation(NumberedMutation(number: 8, mutation: listSample))),
            ("mutation-alert", .mutation(NumberedMutation(number: 9, mutation: .add(try alertSample)))),
            ("user-table-request", .userTableRequest(version: 2)),
            ("ping", .ping(nonce: 9)), ("pong", .pong(nonce: 0)), ("logout", .logout),
            ("close-chart", .closeChart(ChartID(rawValue: 1))),
            ("list-devices", .accountRequest(number: 1, .listDevices)),
            (
                "change-password",
                .accountRequest(number: 2, .changePassword(current: "secret", new: "much better", revokesOthers: true))
            ),
            ("snapshot-request", .snapshotRequest(sequence: 41)),
            (
                "open-chart",
                .openChart(ChartID(rawValue: 1), ChartRequest(coin: CoinID(1), interval: .hour, count: 100))
            ),
            ("detail-request", .detailRequest(number: 2, CoinID(1))),
            ("icon-request", .iconRequest([CoinID(1), CoinID(1027)])),
            ("week-request", .weekRequest(WeekRequest([CoinID(1), CoinID(1027)], step: 12))),
            (
                "day-rates-request",
                .dayRatesRequest(number: 3, DayRatesRequest("EUR", from: Self.sunday, through: Self.sunday))
            ),
            ("delete-account", .accountRequest(number: 4, .delete(password: "secret"))),
            ("revoke-device", .accountRequest(number: 3, .revoke(DeviceID(rawValue: 7)))),
        ]
    }

    var alertSample: Alert {
        get throws {
            Alert(
                id: AlertID(rawValue: 7),
                coin: CoinID(1),
                condition: .priceAbove(try ExactDecimal(parsing: "100000")),
                note: "sell"
            )
        }
    }

    var listSample: Mutation {
        let list = NamedList.test(7, "DeFi", "V01")
        let item = ListItem(list: list.id, coin: CoinID(1027), orderKey: .test("V01"))
        return Mutation([list.placing(creates: true), item.placing(creates: true)])
    }

    func serverSamples() throws -> [(name: String, frame: ServerFrame)] {
        let (part, diff) = try marketSamples()
        let rules = RecordRules()
        var table = UserTable()
        try table.apply(.set(.cryptoCompare), within: rules)
        try table.apply(.put(1, "V01"), within: rules)
        let before = table
        try table.apply(Mutation([.put(1027, "V01"), .remove(1)]), within: rules)
        let userDiff = try #require(table.diff(since: before.version))
        let welcome = Welcome(
            version: 1,
            serverVersion: "0.1.0",
            serverTime: MarketTime(milliseconds: 1000),
            userName: "ada",
            token: Self.token,
            epoch: MarketEpoch(rawValue: 1),
            lastMutation: 2,
            limits: SessionLimits(),
            user: UserPosition(store: 3, version: 2),
            offers: .mock
        )
        let device = Device(
            id: DeviceID(rawValue: 8),
            name: "laptop",
            created: MarketTime(milliseconds: 1000),
            used: MarketTime(milliseconds: 2000),
            address: "192.0.2.7",
            isOwn: true,
            isConnected: true
        )
        return [
            ("server-ping", .ping(nonce: 0)), ("server-pong", .pong(nonce: 9)),
            ("account-answer", .accountAnswer(number: 3, .success([device]))),
            ("welcome", .welcome(welcome)), ("snapshot-part", .snapshotPart(part)), ("market-diff", .marketDiff(diff)),
            ("user-table", .userTable(before)), ("user-diff", .userDiff(userDiff)),
            (
                "mutation-result",
                .mutationResult(MutationResult(number: 3, outcome: .applied, version: 2, lastNumber: 3))
            ),
            ("candles", .candles(ChartID(rawValue: 1), try candleSample())),
            (
                "chart-problem",
                .chartProblem(
                    ChartID(rawValue: 1),
                    ChartProblem(
                        source: "huobi",
                        kind: .notListed,
                        message: "Huobi does not list LEO.",
                        otherSource: "cryptocompare"
                    )
                )
            ),
            ("detail", .detail(number: 2, .success(try detailSample()))),
            ("icon", .icon(CoinID(1027), CoinIcon(png: Self.png))), ("no-icon", .icon(CoinID(1), nil)),
            ("weeks", .weeks([try weekSample(), CoinWeek(CoinID(1027))], open: MarketHour(481_644))),
            ("rates", .rates(try rateSample())),
            (
                "new-epoch",
                .newEpoch(
                    NewEpoch(
                        epoch: MarketEpoch(rawValue: 5 << 32 | 0xabcd),
                        parent: MarketPosition(epoch: MarketEpoch(rawValue: 4 << 32 | 0x1234), sequence: 1000)
                    )
                )
            ),
            ("beat", .beat(Beat(term: 5, path: [NodeID(high: 1, low: 2), NodeID(high: 3, low: 4)]))),
            ("last-beat", .beat(Beat(term: 5, path: [NodeID(high: 1, low: 2)], isLast: true))),
            ("server-hint", .hint(UserHint(user: 7, version: 12))),
            ("day-rates", .dayRates(number: 3, .success(try dayRatesSample()))),
            ("close", .close(Close(.goingAway, "The server is being stopped or restarted.", retryAfter: .seconds(5)))),
        ]
    }

    func rateSample() throws -> ExchangeRates {
        ExchangeRates(
            source: "European Central Bank",
            day: CivilDate(year: 2024, month: 12, day: 11),
            heard: MarketTime(seconds: 1_733_929_200),
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: "1.0507"), "JPY": try ExactDecimal(parsing: "159.61")]
        )
    }

    static let sunday = CivilDate(year: 2024, month: 3, day: 3)

    func dayRatesSample() throws -> DayRates {
        let days = [("1.0813", 29), ("1.0826", 30)].map { rate, day in
            DayRates.Day(CivilDate(daysSince1970: 19_753 + Int64(day)), dollars: BigDecimal(rate) ?? .zero)
        }
        return DayRates(source: "European Central Bank", days: days)
    }

    func candleSample() throws -> CandleBatch {
        let candle = Candle(
            time: MarketTime(seconds: 1_733_918_400),
            open: try ExactDecimal(parsing: "63250.12"),
            high: try ExactDecimal(parsing: "63300"),
            low: try ExactDecimal(parsing: "63200.5"),
            close: try ExactDecimal(parsing: "63251"),
            volume: try ExactDecimal(parsing: "12.5"),
            isClosed: false
        )
        return CandleBatch(source: "huobi", isFirst: true, isLast: true, candles: [candle])
    }

    func weekSample() throws -> CoinWeek {
        CoinWeek(
            CoinID(1),
            [
                .init(MarketHour(481_607), try ExactDecimal(parsing: "63250.12")),
                .init(MarketHour(481_631), try ExactDecimal(parsing: "63300")),
                .init(MarketHour(481_643), try ExactDecimal(parsing: "63100.5"), .other(ratio: 0.9375)),
            ]
        )
    }

    func detailSample() throws -> CoinDetail {
        CoinDetail(
            id: CoinID(1),
            name: "Bitcoin",
            symbol: "BTC",
            kind: .coin,
            platform: nil,
            supply: nil,
            dateAdded: nil,
            description: "A coin.",
            page: nil,
            logo: nil,
            links: [CoinLink(kind: .website, address: try #require(WebAddress("https://bitcoin.org/")))],
            tags: ["mineable"]
        )
    }

    func marketSamples() throws -> (MarketPart, MarketDiff) {
        var first = MarketChanges()
        first.instruments.append(Instrument(coin: CoinID(1), symbol: "BTC", name: "Bitcoin", kind: .coin), row: 0)
        first.pricings.append(Pricing(decimals: 2, source: .ticker), row: 0)
        first.prices.append(6_325_012, row: 0)
        first.dayChanges.append(Percent(hundredths: 150), row: 0)
        first.fundamentals.append(Fundamentals(rank: 1, supply: 19_700_000), row: 0)
        let time = MarketTime(milliseconds: 1000)
        let exchange = MarketSource.Name(.tickers, of: "Huobi")
        first.sources = [MarketSource(.ticker, exchange, state: .live, since: time, lastEvent: time)]
        let part = MarketPart(
            epoch: MarketEpoch(rawValue: 1),
            sequence: 7,
            firstRow: 0,
            isLast: true,
            time: time,
            changes: first
        )
        var table = MarketTable()
        try table.append(part)
        var second = MarketChanges()
        second.prices.append(6_325_100, row: 0)
        second.dayChanges.append(Percent(hundredths: 151), row: 0)
        let committed = table.commit(second, time: time.adding(milliseconds: 250), withHash: true)
        let diff = try #require(committed)
        return (part, diff)
    }
}
