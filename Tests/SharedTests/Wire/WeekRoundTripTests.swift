import NIOCore
import Shared
import TestSupport
import Testing

/// Weeks on the wire.
struct WeekRoundTripTests {
    private let hour = MarketHour(481_644)

    private func body(_ write: (inout ByteBuffer) -> Void) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        write(&buffer)
        var reader = FrameReader(limit: 1 << 20)
        reader.append(buffer)
        let body = try reader.next()
        return try #require(body)
    }

    @Test func weeksSurviveTheWire() throws {
        let first = CoinWeek(
            CoinID(1),
            [
                .init(hour.adding(-168), try ExactDecimal(parsing: "63250.12")),
                .init(hour.adding(-100), try ExactDecimal(parsing: "0.5"), .other(ratio: 0.998)),
                .init(hour.adding(-99), try ExactDecimal(parsing: "64000"), .other(ratio: nil)),
                .init(hour.adding(-1), try ExactDecimal(parsing: "63999.999")),
            ]
        )
        let small = CoinWeek(.init(.max), [.init(hour, try ExactDecimal(parsing: "0.000000000123"))])
        let frame = ServerFrame.weeks([first, CoinWeek(CoinID(7)), small], open: hour)
        let read = try ServerFrame(frameBody: try body(frame.write))
        #expect(read == frame)
    }

    @Test func aRequestSurvivesTheWireWithAStepOfAtMostADay() throws {
        for step in [1, 12, 24] {
            let request = ClientFrame.weekRequest(WeekRequest([CoinID(1), CoinID(.max)], step: step))
            let read = try ClientFrame(frameBody: try body(request.write))
            #expect(read == request)
        }
        for (step, held) in [(0, 1), (25, 24), (Int.max, 24)] {
            let request = ClientFrame.weekRequest(WeekRequest([], step: step))
            let read = try ClientFrame(frameBody: try body(request.write))
            #expect(read == .weekRequest(WeekRequest([], step: held)))
        }
    }

    /// 14 closes of a coin that costs 60,000. A row of a screen costs this much each hour.
    @Test func aRowOfAScreenTakesFewBytes() throws {
        var generator = SeededGenerator(seed: 3)
        var cents: Int64 = 6_000_000
        let closes = try (0..<14).map { index in
            cents += Int64.random(in: -90_000...90_000, using: &generator)
            return CoinWeek.Close(hour.adding(12 * index), try ExactDecimal(mantissa: cents, exponent: -2))
        }
        let bytes = try body(ServerFrame.weeks([CoinWeek(CoinID(1), closes)], open: hour).write).readableBytes
        #expect(bytes < 90)
    }

    @Test(arguments: [
        ([UInt8]([0x08, 1, 0x12, 1, 5]), "a week has 1 hours and 0 prices"),
        ([0x08, 1, 0x12, 2, 5, 0, 0x22, 2, 2, 2], "the hours of a week do not ascend"),
        ([0x08, 1, 0x12, 1, 5, 0x22, 1, 3], "a week has a price below zero"),
        ([0x08, 1, 0x18, 33], "a week's prices have 33 decimals; 32 is the most"),
    ])
    func whatIsNoWeekIsRefused(week: [UInt8], reason: String) throws {
        let weeks = [0x12, UInt8(week.count)] + week
        let frame = [0x7a, UInt8(weeks.count)] + weeks
        #expect(throws: FrameError.malformed(reason)) { try ServerFrame(frameBody: ByteBuffer(bytes: frame)) }
    }
}
