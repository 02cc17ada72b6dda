import Foundation
import TestSupport
import Testing

@testable import PushServer

struct OutcomeLogTests {
    @Test func aPackedLogIsReadBack() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            var log = OutcomeLog()
            var id: Int64 = 0
            for number in 0..<UInt64.random(in: 0...90, using: &random) {
                id += .random(in: 1...(Bool.random(using: &random) ? 3 : 1 << 40), using: &random)
                log.append(id, number: 7 + number)
            }
            #expect(OutcomeLog(lastNumber: log.lastNumber, bytes: log.bytes) == log)
        }
    }

    @Test func aNumberLeadsToItsRow() {
        let log = OutcomeLog(lastNumber: 12, ids: [5, 900, 901])
        #expect(log.id(of: 12) == 901 && log.id(of: 11) == 900 && log.id(of: 10) == 5)
        #expect(log.id(of: 9) == nil && log.id(of: 13) == nil && log.id(of: 0) == nil)
        #expect(Array(log.newest(2)).map(\.0) == [11, 12] && Array(log.newest(9)).map(\.1) == [5, 900, 901])
        #expect(Array(OutcomeLog().newest(9)).isEmpty && OutcomeLog().id(of: 0) == nil)
    }

    @Test func theOldestOutcomesAreRemovedFirst() {
        var log = OutcomeLog(lastNumber: 12, ids: [5, 900, 901])
        #expect(log.removeOldest(keeping: 4) == [] && log.removeOldest(keeping: 1) == [5, 900])
        #expect(log.id(of: 12) == 901 && log.id(of: 11) == nil)
    }
}
