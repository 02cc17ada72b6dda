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
            case 1: loop.connect()
            case 2: if let place = loop.round.connections.indices.randomElement(using: &random) { loop.leave(place) }
            default: loop.serve(turns: .random(in: 1...4, using: &random))
            }
            let offered = loop.round.offered ?? loop.sequence
            #expect(loop.round.connections.allSatisfy { $0.held >= offered }, "seed \(seed)")
            #expect(loop.done == (0..<Int(offered)).map { $0 + 1 }, "seed \(seed)")
        }
        loop.serve(turns: 99)
        #expect(loop.round.isOver)
    }
}

/// An event loop with connections that only note what they have been offered.
private struct Loop {
    final class Terminal {
        let number: Int
        /// The sequence that it holds.
        var held: UInt64

        init(_ number: Int, held: UInt64) { (self.number, self.held) = (number, held) }
    }

    private(set) var round = ServingRound<Terminal>()
    private(set) var sequence: UInt64 = 0
    /// The numbers of those whose turn it was.
    private(set) var turns: [Int] = []
    /// The ticks that all connections were offered.
    private(set) var done: [Int] = []
    private var come = 0

    init(connections: Int) { for _ in 0..<connections { connect() } }

    mutating func tick() {
        round.ticked(from: sequence, made: .uptimeNanoseconds(sequence + 1))
        sequence += 1
    }

    mutating func connect() {
        let place = round.add(Terminal(come, held: sequence))
        #expect(place == round.connections.count - 1)
        come += 1
    }

    mutating func leave(_ place: Int) {
        let (leaving, last) = (round.connections[place], round.connections.last)
        let removal = round.remove(at: place)
        #expect(!round.connections.contains { $0 === leaving })
        #expect(removal.moved === (leaving === last ? nil : last))
        if let moved = removal.moved { #expect(round.connections[place] === moved) }
        if removal.missesItsTurn { removal.moved?.held = sequence }
    }

    mutating func serve(turns count: Int) {
        for _ in 0..<count {
            guard let terminal = round.next() else { break }
            turns.append(terminal.number)
            terminal.held = sequence
        }
        done += round.takeOffered().map { Int($0.uptimeNanoseconds) }
    }
}
