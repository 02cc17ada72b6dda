import Shared
import Testing

@testable import PushServer

/// Clients of a node whose market is behind them, or continues in another epoch.
extension ServerConnectionTests {
    private var first: MarketEpoch { MarketEpoch(rawValue: 1 << 32 | 1) }
    private var second: MarketEpoch { MarketEpoch(rawValue: 2 << 32 | 1) }

    private func connection(
        holding held: MarketPosition?,
        in lineage: MarketLineage,
        at sequence: UInt64
    ) -> TestConnection {
        var connection = TestConnection()
        (connection.lineage, connection.sequence) = (lineage, sequence)
        var hello = Hello.test
        hello.resume = held
        _ = connection.received(.hello(hello))
        _ = connection.delivered(.signedIn(.success(.test())))
        let joined = UserPush.joined(UserNews(UserTable(), of: .test, in: .test), lastMutation: 0)
        _ = connection.delivered(.user(joined))
        return connection
    }

    private func wait(_ connection: inout TestConnection) -> [[String]] {
        (1...6).map { second in
            _ = connection.received(.pong(nonce: 0), at: Int64(second))
            return connection.time(Int64(second))
        }
    }

    @Test func aClientThatIsAheadOfItsNodeWaitsFiveSecondsAndGoesElsewhere() {
        let held = MarketPosition(epoch: first, sequence: 9)
        var connection = connection(holding: held, in: .beginning(first, at: 0), at: 8)
        #expect(wait(&connection) == [[], [], [], [], [], ["close 1000"]])
    }

    @Test func aClientWhoseNodeCatchesUpStays() {
        let held = MarketPosition(epoch: first, sequence: 9)
        var connection = connection(holding: held, in: .beginning(first, at: 0), at: 8)
        _ = connection.time(1)
        connection.sequence = 9
        #expect(wait(&connection).allSatisfy { $0.isEmpty })
    }

    @Test func aClientOfAnEpochThatItsNodeHasNotHeardOfWaitsForIt() {
        let held = MarketPosition(epoch: second, sequence: 105)
        var connection = connection(holding: held, in: .beginning(first, at: 0), at: 8)
        #expect(connection.marketFrame(sequence: 9, rowCount: 1) == nil)
        let next = MarketLineage.beginning(first, at: 0).followed(
            by: second,
            parent: MarketPosition(epoch: first, sequence: 8),
            from: 8,
            at: 100
        )
        #expect(connection.happens { $0.entered(next, from: first, at: 8, into: &$1) } == ["count"])
        #expect(connection.marketFrame(sequence: 104, rowCount: 1) == nil)
        #expect(connection.marketFrame(sequence: 105, rowCount: 1) == .diff(since: 105))
    }

    @Test func aClientHearsOfTheNewEpochAndContinuesWithADiff() {
        let held = MarketPosition(epoch: first, sequence: 8)
        var connection = connection(holding: held, in: .beginning(first, at: 0), at: 8)
        let next = MarketLineage.beginning(first, at: 0).followed(by: second, parent: held, from: 8, at: 100)
        #expect(
            connection.happens { $0.entered(next, from: first, at: 8, into: &$1) } == ["new epoch \(second.rawValue)"]
        )
        #expect(connection.marketFrame(sequence: 101, rowCount: 1) == .diff(since: 8))
    }

    @Test func aClientThatResumesFromTheParentHearsOfTheEpochBeforeItsDiff() {
        let held = MarketPosition(epoch: first, sequence: 5)
        let lineage = MarketLineage.beginning(first, at: 0).followed(by: second, parent: held, from: 8, at: 100)
        var connection = TestConnection.open()
        (connection.lineage, connection.sequence) = (lineage, 101)
        let words = connection.happens { $0.beginMarket(from: held, in: lineage, at: 101, into: &$1) }
        #expect(words == ["new epoch \(second.rawValue)", "count", "send rates", "serve market"])
        #expect(connection.marketFrame(sequence: 101, rowCount: 1) == .diff(since: 5))
    }

    @Test func aSnapshotOfTheOldEpochStartsAgainInTheNewOne() {
        var connection = connection(holding: nil, in: .beginning(first, at: 0), at: 8)
        #expect(
            connection.marketFrame(sequence: 8, rowCount: 8, rowsPerPart: 4)
                == .part(rows: 0..<4, sequence: 8, isLast: false)
        )
        _ = connection.happens { $0.entered(.beginning(second, at: 100), from: first, at: 8, into: &$1) }
        _ = connection.happens { value, _ in value.market.written() }
        #expect(
            connection.marketFrame(sequence: 101, rowCount: 8, rowsPerPart: 4)
                == .part(rows: 0..<4, sequence: 101, isLast: false)
        )
    }
}
