import NIOCore
import TestSupport
import Testing

@testable import PushServer

struct ServingRoundTests {
    @Test func allConnectionsAreOfferedATickInTurn() {
        var loop = Loop(connections: 4)
        loop.tick()
        loop.serve(turns: 9)
        #expect(loop.turns == [0, 1, 2, 3])
        #expect(loop.round.isOver)
    }

    /// Each tick used to wait until all connections had got the one before.
    @Test func onlyConnectionsThatHadTheirTurnGetASecondOneForATickThatComesMeanwhile() {
        var loop = Loop(connections: 6)
        loop.tick()
        loop.serve(turns: 2)
        loop.tick()
        loop.tick()
        loop.serve(turns: 99)
        #expect(loop.turns == [0, 1, 2, 3, 4, 5, 0, 1])
        #expect(loop.done == [1, 2, 3])
    }

    @Test func turnsGoOnWhereTheyStopped() {
        var loop = Loop(connections: 4)
        loop.tick()
        loop.serve(turns: 2)
        loop.tick()
        loop.serve(turns: 99)
        loop.tick()
        loop.serve(turns: 99)
        #expect(loop.turns == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1])
    }

    @Test func aRoundWithoutConnectionsIsOver() {
        var loop = Loop(connections: 1)
        loop.tick()
        loop.leave(0)
        loop.serve(turns: 1)
        #expect(loop.round.isOver && loop.done == [1])
    }

    @Test(arguments: 1...50)
    func whateverComesAndGoesEveryConnectionIsOfferedEverything(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var loop = Loop(connections: .random(in: 0...5, using: &random))
        for _ in 0..<300 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: loop.tick()
            case 1: loop.come()
            case 2: if let place = loop.held.indices.randomElement(using: &random) { loop.leave(place) }
            default: loop.serve(turns: .random(in: 1...4, using: &random))
            }
            let offered = loop.round.offered ?? loop.sequence
            #expect(loop.held.allSatisfy { $0 >= offered }, "\(loop)")
            #expect(loop.done == (0..<Int(offered)).map { $0 + 1 }, "\(loop)")
        }
        loop.serve(turns: 99)
        #expect(loop.round.isOver)
    }
}

/// An event loop whose connections are the sequences that they hold.
private struct Loop {
    var round = ServingRound()
    private(set) var sequence: UInt64 = 0
    private(set) var held: [UInt64]
    /// Whose turn it was.
    private(set) var turns: [Int] = []
    /// The ticks that all connections were offered.
    private(set) var done: [Int] = []

    init(connections: Int) { held = Array(repeating: 0, count: connections) }

    mutating func tick() {
        let made = NIODeadline.uptimeNanoseconds(sequence + 1)
        round.ticked(from: sequence, made: made, connections: held.count)
        sequence += 1
    }

    mutating func come() {
        held.append(sequence)
        round.added()
    }

    mutating func leave(_ place: Int) {
        let last = held.removeLast()
        if place < held.count { held[place] = round.isOver ? last : sequence }
    }

    mutating func serve(turns count: Int) {
        for _ in 0..<count {
            guard let place = round.next(of: held.count) else { break }
            turns.append(place)
            held[place] = sequence
        }
        done += round.takeOffered().map { Int($0.uptimeNanoseconds) }
    }
}
