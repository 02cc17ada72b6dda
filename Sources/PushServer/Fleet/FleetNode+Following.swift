internal import Logging
internal import NIOCore
internal import Shared

/// A node as a client of the one that it follows.
extension FleetNode {
    /// - Parameter address: where other nodes reach this one.
    func keepFollowing(_ hub: FollowHub, at address: String) async {
        while !Task.isCancelled {
            follower.preferred = membership.preferred()
            guard secret.isStored, let parent = follower.nextParent(at: uptime()) else {
                try? await dependencies.clock.sleep(for: Self.step)
                continue
            }
            departure = nil
            do {
                try await follow(parent, hub, at: address)
            } catch {
                tell(error, of: parent)
            }
            (parentChannel, parentSend) = (nil, nil)
            await hub.disconnected()
            follower.lost(parent, departure, at: uptime())
        }
    }

    /// A node that cannot be followed is tried again and again, and told once.
    private func tell(_ error: any Error, of parent: NodeAddress) {
        if case .closed(let close)? = error as? ParentError, close.code == .badLogin { secret.refused() }
        if parentSend != nil {
            let reason =
                error is CancellationError
                ? "this node stops, or has another role" : ConnectFailure(error).description
            return logger.info("follows no longer", metadata: ["node": "\(parent.address)", "reason": "\(reason)"])
        }
        let fault = "the node at \(parent.address) cannot be followed: \(ParentError.words(for: error))"
        if fault != followingFault { logger.warning("\(fault)") }
        followingFault = fault
    }

    private func follow(_ parent: NodeAddress, _ hub: FollowHub, at address: String) async throws {
        let opened = try await ParentChannel.open(to: parent, group: group)
        parentChannel = opened
        // The role may have changed during the wait for the network.
        if Task.isCancelled { opened.close() }
        try await opened.channel.executeThenClose { inbound, outbound in
            let (frames, outbox) = AsyncStream.makeStream(of: ClientFrame.self)
            outbox.yield(.hello(hello(at: address, resuming: await hub.begin())))
            // Writing waits for the network. Reading must not wait for writing.
            async let _ = Self.write(frames, to: outbound)
            defer { outbox.finish() }
            for try await news in inbound {
                if let departure = try await received(news, hub, outbox) { throw ParentError.left(departure) }
            }
            if let departure { throw ParentError.left(departure) }
            throw ParentError.lost
        }
    }

    private static func write(_ frames: AsyncStream<ClientFrame>, to outbound: ParentChannel.Outbound) async {
        for await frame in frames {
            // The reading side reports a failed write, together with the reason.
            try? await outbound.write(frame)
        }
    }

    private func hello(at address: String, resuming position: MarketPosition?) -> Hello {
        Hello(
            clientName: "tickwire-server",
            clientVersion: ProductVersion.current,
            deviceName: address,
            clientID: ClientID(high: id.high, low: id.low),
            credentials: .node(secret: secret.token.bytes, term: max(lease.heard, follower.heard)),
            resume: position
        )
    }

    /// - Returns: why to leave the node.
    private func received(
        _ news: NodeFrame,
        _ hub: FollowHub,
        _ outbox: AsyncStream<ClientFrame>.Continuation
    ) async throws -> FollowerRules.Departure? {
        switch news.frame {
        case .welcome(let welcome):
            // Nobody may take made-up prices for real ones, or real ones for made-up ones.
            switch (welcome.offers.isMock, dependencies.kind) {
            case (true, .live): throw ParentError.mockMarket
            case (false, .mock):
                standAside()
                throw ParentError.realMarket
            case (true, .mock), (false, .live): break
            }
            if let departure = left(follower.received(welcome.epoch)) { return departure }
            await hub.connected { outbox.yield($0) }
            parentSend = { outbox.yield($0) }
            followingFault = nil
            routes.connected()
            sendInterest()
            logger.info("follows", metadata: ["node": "\(follower.parent?.address ?? "")"])
        case .close(let close): throw ParentError.closed(close)
        case .beat(let beat):
            if let departure = left(follower.received(beat, at: uptime())) { return departure }
            heard(beat)
            routes.children.tell(beat.passed(on: id))
        case .hint(let hint): pass(hint, from: .parent)
        case .newEpoch(let news):
            if let departure = left(follower.received(news.epoch)) { return departure }
            await hub.received(.newEpoch(news), ByteBuffer())
        case .snapshotPart(let part):
            if let departure = left(follower.received(part.epoch)) { return departure }
            await hub.received(news.frame, news.body)
        default: await hub.received(news.frame, news.body)
        }
        return nil
    }

    private func left(_ departure: FollowerRules.Departure?) -> FollowerRules.Departure? {
        if let departure { self.departure = departure }
        return departure
    }

    /// Ends the connection to the followed node, so that another one is tried.
    func leave(_ departure: FollowerRules.Departure) {
        guard let parentChannel, self.departure == nil else { return }
        self.departure = departure
        parentChannel.close()
    }

    // MARK: This node's secret

    func keepSecret() async {
        while !Task.isCancelled {
            if let token = secret.due(at: uptime()) {
                do {
                    try await dependencies.credentials.addCredential(token.hash, of: id)
                    secret.stored(token, at: uptime())
                    toldFaults.storeAnswered()
                } catch {
                    toldFaults.logFailure("this node cannot make itself known", error, to: logger)
                }
            }
            try? await dependencies.clock.sleep(for: .seconds(1))
        }
    }
}
