import Testing

@testable import PushServer

struct HeapTrimRuleTests {
    /// A process that has 30 mebibytes beside its heap, and whose allocator gives nothing back by itself.
    private struct Process {
        private var rule = HeapTrimRule()
        private(set) var resident = 0

        /// Looks at the use since the last look: its maximum, and now, in mebibytes.
        mutating func isTrimmed(most: Int? = nil, now: Int) -> Bool {
            resident = max(resident, 30 + max(most ?? now, now))
            guard rule.shouldTrim(MemoryUse(resident: resident << 20, heap: now << 20)) else { return false }
            resident = 30 + now
            rule.trimmed(leaving: MemoryUse(resident: resident << 20, heap: now << 20))
            return true
        }
    }

    private func answers(_ uses: [Int]) -> [Bool] {
        var process = Process()
        return uses.map { process.isTrimmed(now: $0) }
    }

    @Test func afterAFloodTheHeapIsTrimmedOnceItIsAtRest() {
        #expect(answers([40, 250, 250, 130, 41, 41, 41]) == [false, false, false, false, false, true, false])
    }

    @Test func eachFloodIsFollowedByATrim() {
        #expect(answers([40, 250, 40, 40, 250, 40, 40, 40]).map { $0 ? 1 : 0 } == [0, 0, 0, 1, 0, 0, 1, 0])
    }

    /// The flood begins and ends between two looks.
    @Test func aShortFloodIsFollowedByATrim() {
        var process = Process()
        let answers = [40, 60, 40, 40].map { process.isTrimmed(most: $0, now: 40) }
        #expect(answers == [false, true, false, false])
        #expect(process.resident == 70)
    }

    @Test func aHeapThatGrowsOrStaysIsLeftAlone() {
        #expect(!answers([40, 80, 120, 120, 120, 121, 120]).contains(true))
    }

    @Test func smallChangesCauseNoTrim() {
        #expect(!answers([40, 41, 40, 40, 41, 40, 40]).contains(true))
    }

    /// A flood's memory matters equally to the machine, however much else the process uses.
    @Test func aFloodBesideALargeHeapIsFollowedByATrim() {
        #expect(answers([800, 880, 800, 800]).last == true)
    }

    /// Once, the next look mistook the flood for memory that a trim leaves.
    @Test func aFloodRightAfterATrimIsFollowedByATrim() {
        var process = Process()
        let answers = [40, 250, 250].map { process.isTrimmed(most: $0, now: 40) }
        #expect(answers == [false, true, true])
    }

    @Test func aHeapThatNeverRestsIsTrimmedAfterThreeLooks() {
        #expect(answers([40, 400, 100, 160, 100, 160]) == [false, false, false, false, true, false])
    }

    @Test func aTrickleOfNewcomersDoesNotPutOffTheTrim() {
        #expect(answers([40, 250, 60, 63, 66]) == [false, false, false, true, false])
    }

    @Test func aTrimFollowsEvenIfOnlyHalfOfAFloodEnds() {
        #expect(answers([40, 250, 145, 145, 145]) == [false, false, false, true, false])
    }

    /// The rule does not trim again and again for memory that a trim cannot return.
    @Test func memoryThatATrimLeavesIsNotTrimmedAgain() {
        var rule = HeapTrimRule()
        let looks = [(70, 40), (120, 40), (110, 40), (110, 40), (110, 40)]
        let answers = looks.map { resident, heap in
            let isTrimmed = rule.shouldTrim(MemoryUse(resident: resident << 20, heap: heap << 20))
            if isTrimmed { rule.trimmed(leaving: MemoryUse(resident: 110 << 20, heap: heap << 20)) }
            return isTrimmed
        }
        #expect(answers == [false, true, false, false, false])
    }
}
