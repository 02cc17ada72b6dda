internal import NIOCore
internal import Shared

extension SessionHandler {
    /// Orders about the own account that a terminal may have unanswered: each may cost a password's hash.
    private static let ordersMax = 4

    func accountAsked(_ number: UInt32, _ order: AccountOrder) {
        guard let context, let terminal else { return }
        guard ordersUnderWay < Self.ordersMax else {
            return send(.accountAnswer(number: number, .failure(AccountProblem("Too many requests at once."))))
        }
        ordersUnderWay += 1
        let promise = context.eventLoop.makePromise(of: Result<[Device], AccountProblem>.self)
        // Unstructured: a handler has no task to be a child of. It ends by itself.
        Task { [surroundings, visitor] in
            do throws(AccountProblem) {
                let (account, own) = (terminal.account, terminal.device)
                let (devices, isOver) = try await surroundings.accounts.perform(
                    order,
                    of: account,
                    on: own,
                    from: visitor
                )
                let connected = await surroundings.connectedDevices(account.id)
                promise.succeed(.success(devices.map { $0.connected(connected.contains($0.id)) }))
                if isOver { surroundings.users.post(.signedOut([own])) }
            } catch {
                promise.succeed(.failure(error))
            }
        }
        promise.futureResult.assumeIsolated().whenSuccess { result in
            self.ordersUnderWay -= 1
            if !self.session.isClosing { self.send(.accountAnswer(number: number, result)) }
        }
    }
}

extension Device {
    fileprivate func connected(_ isConnected: Bool) -> Device {
        var device = self
        device.isConnected = isConnected
        return device
    }
}
