import NIOCore
import TestSupport
import Testing

@testable import Shared

struct FrameRoundTripTests {
    private func body(_ write: (inout ByteBuffer) -> Void) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        write(&buffer)
        var reader = FrameReader(limit: 1 << 20)
        reader.append(buffer)
        let body = try reader.next()
        return try #require(body)
    }

    @Test func everyMarketDiffSurvivesTheWire() throws {
        for seed in 1...30 as ClosedRange<UInt64> {
            var market = RandomMarket(seed: seed)
            var table = MarketTable()
            for _ in 0..<30 {
                guard let diff = table.commit(market.changes(), time: MarketTime(milliseconds: 3), withHash: true)
                else {
                    continue
                }
                let read = try ServerFrame(frameBody: try body(ServerFrame.marketDiff(diff).write))
                #expect(read == .marketDiff(diff), "seed \(seed)")
            }
        }
    }

    /// The column has whole numbers, because enums take much longer to encode.
    @Test func theKindsOfInstrumentsAreTheNumbersOfTheirEnum() {
        let instruments = [InstrumentKind.coin, .token].map { kind in
            Instrument(coin: CoinID(1), symbol: "BTC", name: "Bitcoin", kind: kind)
        }
        let bytes = ColumnChanges(rows: [0, 1], values: instruments).wire.bytes
        // The tag of field 5, the length, a coin and a token.
        #expect(bytes.suffix(4) == [0x2A, 2, 1, 2])
    }

    @Test func aChartOfAnUnknownIntervalIsReadAndOneWithoutCandlesIsNot() throws {
        let frame = ClientFrame.openUnknownChart(ChartID(rawValue: 3), interval: 99)
        let read = try ClientFrame(frameBody: try body(frame.write))
        #expect(read == frame)
        let request = ChartRequest(coin: CoinID(1), interval: .hour, count: 0)
        let none = try body(ClientFrame.openChart(ChartID(rawValue: 3), request).write)
        #expect(throws: FrameError.self) { try ClientFrame(frameBody: none) }
    }

    @Test func candlesAndTheirProblemsSurviveTheWire() throws {
        for isProblemNext in [false, true] {
            let batch = CandleBatch(
                source: "huobi",
                isFirst: true,
                isLast: true,
                candles: [],
                expected: 300,
                heard: MarketTime(milliseconds: 3),
                isProblemNext: isProblemNext
            )
            let frame = ServerFrame.candles(ChartID(rawValue: 3), batch)
            let read = try ServerFrame(frameBody: try body(frame.write))
            #expect(read == frame)
        }
    }

    @Test(arguments: [nil, [7, 8, 9]] as [[UInt8]?]) func aLoginSurvivesTheWireWithItsFormerToken(
        token: [UInt8]?
    ) throws {
        let hello = Hello(
            clientName: "test",
            clientVersion: "1",
            deviceName: "laptop",
            clientID: ClientID(high: 1, low: 2),
            credentials: .password(name: "ada", password: "secret", formerToken: token)
        )
        let frame = ClientFrame.hello(hello)
        let read = try ClientFrame(frameBody: try body(frame.write))
        #expect(read == frame)
    }

    @Test func everyMutationSurvivesTheWire() throws {
        let mutations: [Mutation] = [
            Mutation([.put(.max, "a1"), .move(0, "V"), .remove(7)]),
            Mutation(
                [.restore(1, "a1", .version(.max)), .restore(2, nil, .version(0)), .restore(3, "b", .mutation(9))],
                undoes: 9
            ),
            .set(Settings.coinsOnly, to: false),
            Mutation([Change(RecordKey(kind: .max, bytes: []), .put([]))]),
        ]
        for mutation in mutations {
            let frame = ClientFrame.mutation(NumberedMutation(number: .max, mutation: mutation))
            let read = try ClientFrame(frameBody: try body(frame.write))
            #expect(read == frame)
        }
    }

    @Test func anImpossibleMutationIsReadBecauseItUsesUpItsNumber() throws {
        // Mutation 6 with a change of kind 2 that is field 90.
        let unknown: [UInt8] = [0x12, 0x09, 0x08, 6, 0x12, 5, 0x08, 2, 0xd2, 0x05, 0x00]
        let change = Change(RecordKey(kind: 2, bytes: []), .unknown)
        #expect(try mutation(unknown) == NumberedMutation(number: 6, mutation: Mutation([change])))
    }

    @Test func mutationsCountFromOne() throws {
        #expect(throws: FrameError.malformed("a mutation has the number 0; they count from 1")) {
            try mutation([0x12, 0x02, 0x12, 0x00])
        }
    }

    @discardableResult
    private func mutation(_ bytes: [UInt8]) throws -> NumberedMutation? {
        if case .mutation(let mutation) = try ClientFrame(frameBody: ByteBuffer(bytes: bytes)) { mutation } else { nil }
    }

    @Test func iconsSurviveTheWireAndABadOneIsReadAsNone() throws {
        let icon = try #require(CoinIcon(png: TestPNG.bytes()))
        for frame in [ServerFrame.icon(CoinID(7), icon), .icon(CoinID(.max), nil)] {
            let read = try ServerFrame(frameBody: try body(frame.write))
            #expect(read == frame)
        }
        let request = ClientFrame.iconRequest([CoinID(1), CoinID(.max), CoinID(0)])
        let readRequest = try ClientFrame(frameBody: try body(request.write))
        #expect(readRequest == request)
        // Icon of coin 7 with three bytes.
        let rubbish: [UInt8] = [0x6a, 0x07, 0x08, 7, 0x12, 3, 1, 2, 3]
        let read = try ServerFrame(frameBody: ByteBuffer(bytes: rubbish))
        #expect(read == .icon(CoinID(7), nil))
    }

    @Test func randomBytesAreRefusedOrReadButNeverCrash() {
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            _ = try? ClientFrame(frameBody: ByteBuffer(bytes: bytes))
            _ = try? ServerFrame(frameBody: ByteBuffer(bytes: bytes))
        }
    }

    /// Its table is wrong only if the hash tells so.
    @Test func aDamagedDiffIsRefusedOrLeadsToTheTableWhoseHashItHas() throws {
        var market = RandomMarket(seed: 5)
        var table = MarketTable()
        for _ in 0..<20 { _ = table.commit(market.changes(), time: MarketTime(milliseconds: 3)) }
        let whole = try body(ServerFrame.marketDiff(table.diff(since: 0)).write)
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<5000 {
            var bytes = Array(whole.readableBytesView)
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                in: .min ... .max,
                using: &generator
            )
            guard case .marketDiff(let diff)? = try? ServerFrame(frameBody: ByteBuffer(bytes: bytes)) else { continue }
            var replica = MarketTable()
            do { try replica.apply(diff) } catch { continue }
            #expect(diff.hashes != table.hashes || replica.hashes == table.hashes)
            _ = (0..<replica.count).map { replica[$0].priceText }
        }
    }
}
