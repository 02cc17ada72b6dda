import MockMarket
import Shared

@testable import PushServer

/// The delivery hub's part of one life of the server: it claims posts in the real outbox, posts them to a host that may not answer, and
/// tells the user hub what became of them. A process that is killed forgets the posts that are under way.
@MainActor
final class SimulatedPosts {
    /// What becomes of a post.
    enum Fate: CaseIterable {
        case delivered
        /// The host has taken it, and its answer is lost.
        case unheard
        case refused
        /// The server stops waiting. It does not know what became of the post.
        case abandoned
    }

    private let world: Simulation
    private let users: Mailbox<UserHub.Event>
    private var underWay: [(post: OutgoingPost, store: StoreIdentity)] = []
    private var isReleased = false

    init(_ world: Simulation, users: Mailbox<UserHub.Event>) { (self.world, self.users) = (world, users) }

    var isIdle: Bool { underWay.isEmpty }

    func claim(_ count: Int, at time: MarketTime) throws {
        let (posts, store) = try world.database.claimPosts(count, releasing: !isReleased, at: time)
        isReleased = true
        try world.ledger.dropped(allPostsBeside: world.database.waitingPosts)
        for post in posts { try world.ledger.claimed(post, at: time) }
        underWay += posts.map { ($0, store) }
    }

    /// Ends one post, whichever was made first.
    func end(_ index: Int, _ fate: Fate, jitter: Double) throws {
        let (post, store) = underWay.remove(at: index)
        if fate == .delivered || fate == .unheard { try world.host.take(post) }
        let result: PostOutcome.Result
        switch fate {
        case .delivered: result = .delivered
        case .unheard: result = .failed(problem: "did not answer")
        case .refused: result = .failed(problem: "answered with status 503", retryAfter: .seconds(60))
        case .abandoned: return
        }
        let outcome = PostOutcome(post: post.id, delivery: post.delivery.id, result: result, jitter: jitter)
        users.post(.posted(post.account, store, outcome))
    }

    func endSome(failing percent: Int, _ random: inout SeededGenerator) throws {
        while !underWay.isEmpty, Int.random(in: 0..<3, using: &random) > 0 {
            let fails = Int.random(in: 0..<100, using: &random) < percent
            let fate = fails ? Fate.allCases.dropFirst().randomElement(using: &random) ?? .refused : .delivered
            try end(.random(in: 0..<underWay.count, using: &random), fate, jitter: .random(in: 0...1, using: &random))
        }
    }
}

extension Simulation {
    func post() throws {
        guard let server else { return }
        story.note("posts")
        if Bool.random(using: &random) { try server.posts.claim(.random(in: 1...8, using: &random), at: time) }
        try server.posts.endSome(failing: climate.hostFaults, &random)
    }

    /// The host is well. Whatever waits is posted, at the latest when quiet hours are over.
    func deliverPosts() throws {
        for _ in 0..<60 {
            try server?.posts.claim(100, at: time)
            while let posts = server?.posts, !posts.isIdle { try posts.end(0, .delivered, jitter: 0) }
            try comeToRest()
            if try database.waitingPosts.isEmpty { break }
            // No wait between two tries is longer.
            time = time.adding(seconds: 3600)
        }
        let (owed, waiting) = (ledger.owed, try database.waitingPosts.count)
        if let message = owed.first { throw Violation("\(message) never arrived, nor \(owed.count - 1) others") }
        if waiting > 0 { throw Violation("\(waiting) posts wait for ever") }
    }
}
