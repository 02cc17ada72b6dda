internal import NIOCore
internal import Shared

extension SessionHandler {
    /// What is known between the hello and the welcome.
    /// On the heap: it is gone with the welcome.
    final class Arrival {
        let hello: Hello
        /// Made for this terminal, and not told to it yet.
        var newToken: AccessToken?

        init(hello: Hello) { self.hello = hello }
    }

    // MARK: Signing in

    func signIn(_ hello: Hello) {
        guard let context else { return }
        arrival = Arrival(hello: hello)
        let device = hello.deviceName.prefix(bytes: 64)
        let promise = context.eventLoop.makePromise(of: Accounts.SignIn.self)
        // Unstructured: a handler has no task to be a child of. The answer finds out whether the connection still is there.
        Task { [accounts = surroundings.accounts, visitor] in
            do throws(Close) {
                promise.succeed(try await accounts.signIn(hello.credentials, device: device, from: visitor))
            } catch {
                promise.fail(error)
            }
        }
        promise.futureResult.assumeIsolated().whenComplete { self.signedIn($0) }
    }

    private func signedIn(_ result: Result<Accounts.SignIn, any Error>) {
        switch result {
        case .failure(let error): close(error as? Close ?? .unavailable)
        case .success(let signIn):
            guard let context, let arrival, !session.isClosing else {
                if let token = signIn.newToken { surroundings.users.post(.tokenLost(token.hash)) }
                return
            }
            self.arrival?.newToken = signIn.newToken
            let port = NIOLoopBound(self, eventLoop: context.eventLoop)
            let terminal = Terminal(
                id: id,
                account: signIn.account,
                client: arrival.hello.clientID,
                token: signIn.tokenHash,
                device: signIn.device,
                address: address
            ) { [eventLoop = context.eventLoop] push in
                eventLoop.execute { port.value.receive(push) }
            }
            self.terminal = terminal
            surroundings.users.post(.joined(terminal))
        }
    }

    private func joined(_ state: UserState, lastMutation: UInt64, store: StoreIdentity) {
        guard let terminal, let arrival else { return }
        session.opened()
        welcomed()
        reader.limit = session.frameLimit
        let greeting = surroundings.greeting
        let welcome = greeting.welcome(
            terminal.account,
            token: arrival.newToken,
            lastMutation: lastMutation,
            store: store
        )
        send(.welcome(welcome))
        send(.userState(state))
        show(candlesFrom: state.settings.klineSource)
        self.arrival = nil
        beginMarket(arrival.hello)
    }

    // MARK: User state

    private func receive(_ push: UserPush) {
        if session.isClosing || context == nil { return }
        switch push {
        case .joined(let state, let lastMutation, let store): joined(state, lastMutation: lastMutation, store: store)
        case .state(let news):
            show(candlesFrom: news.state.settings.klineSource)
            heldBack.state = news.frame
            sendHeldBack()
        case .result(let result):
            session.answered()
            heldBack.results.append(result)
            sendHeldBack()
        case .close(let close): self.close(close)
        }
    }

    func sendHeldBack() {
        guard let context, context.channel.isWritable else { return }
        if let state = heldBack.state { send(framed: state) }
        for result in heldBack.results { send(.mutationResult(result)) }
        heldBack = (nil, [])
    }
}
