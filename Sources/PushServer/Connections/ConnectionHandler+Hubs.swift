internal import NIOCore
internal import Shared

/// The connection's interface to the hubs: posts its requests, and returns their answers to its event loop.
extension ConnectionHandler {
    func ask(_ request: HubRequest) {
        let hubs = dependencies
        switch request {
        case .signIn(let hello):
            if case .node(let secret, let term) = hello.credentials { letIn(secret, term) } else { signIn(hello) }
        case .join(let signIn, let client): join(signIn, client)
        case .settle(let mutation, let store): userConnection.map { hubs.users.post(.mutated($0, store, mutation)) }
        case .userTable: userConnection.map { hubs.users.post(.tableWanted($0)) }
        case .logOut: userConnection.map { hubs.users.post(.loggedOut($0)) }
        case .revoke(let token): hubs.users.post(.tokenLost(token))
        case .leave: userConnection.map { hubs.users.post(.left($0)) }
        case .openChart(let chart, let request, let source, let account, let subscription):
            let opened = self.subscription(chart, request, source, of: account, number: subscription)
            shard.ports?.candles.post(.opened(opened))
        case .closeChart(let chart):
            shard.ports?.candles.post(.closed(ChartSubscription.ID(connection: id, chart: chart)))
        case .closeAllCharts: shard.ports?.candles.post(.left(id))
        case .detail(let number, let coin):
            answer { [ports = shard.ports] in
                .detail(number: number, await ports?.detail(coin) ?? .failure(.noMarket))
            }
        case .dayRates(let number, let request):
            answer { [ports = shard.ports] in
                .dayRates(number: number, await ports?.dayRates(request) ?? .failure(.noMarket))
            }
        case .icon(let coin): answer { [ports = shard.ports] in .icon(coin, await ports?.icon(coin)) }
        case .showWeeks(let request):
            shard.ports?.weeks.post(
                .shown(request, by: id) { [port = shard.port, id] weeks, hour in
                    port.run { $0.deliver(.weeks(weeks, open: hour), to: id) }
                }
            )
        case .account(let number, let request): perform(number, request)
        case .node(let request): hubs.nodes?.requests.post(NodeGate.Request(id, shard.port, request))
        }
    }

    /// Waits for an answer off the event loop. The delivery checks whether the connection still exists.
    private func answer(_ work: @escaping @Sendable () async -> Delivery) {
        // Unstructured, because a handler has no parent task. The task ends by itself.
        Task { [port = shard.port, id] in
            let delivery = await work()
            port.run { $0.deliver(delivery, to: id) }
        }
    }

    private func signIn(_ hello: Hello) {
        let device = hello.deviceName.prefix(bytes: 64)
        // Unstructured, as in `answer`. If the connection is gone, its token is revoked.
        Task { [port = shard.port, id, visitor, dependencies] in
            let result: Result<Accounts.SignIn, Close>
            do throws(Close) {
                result = .success(
                    try await dependencies.accounts.signIn(hello.credentials, device: device, from: visitor)
                )
            } catch {
                result = .failure(error)
            }
            port.run { shard in
                if shard.deliver(.signedIn(result), to: id) { return }
                if case .success(let signIn) = result, let token = signIn.newToken {
                    dependencies.users.post(.tokenLost(token.hash))
                }
            }
        }
    }

    /// Lets a node in if it knows the secret of a node. A server that stands alone answers as if the secret were wrong.
    private func letIn(_ secret: [UInt8], _ term: UInt32) {
        guard let nodes = dependencies.nodes else { return decide { $0.nodeSignedIn(.failure(.badLogin), into: &$1) } }
        // Unstructured, as in `answer`.
        Task { [port = shard.port, id] in
            let result = await nodes.check(secret, term)
            port.run { $0.deliver(.nodeSignedIn(result), to: id) }
        }
    }

    private func join(_ signIn: Accounts.SignIn, _ client: ClientID) {
        let userConnection = UserConnection(
            id: id,
            account: signIn.account,
            client: client,
            token: signIn.tokenHash,
            device: signIn.device,
            address: address
        ) { [port = shard.port, id] push in
            port.run { $0.deliver(.user(push), to: id) }
        }
        self.userConnection = userConnection
        dependencies.users.post(.joined(userConnection))
    }

    private func subscription(
        _ chart: ChartID,
        _ request: ChartRequest,
        _ source: KlineSource,
        of account: AccountID?,
        number: Int
    ) -> ChartSubscription {
        ChartSubscription(id: .init(connection: id, chart: chart), user: account, request: request, source: source) {
            [port = shard.port, id] push in
            port.run { $0.deliver(.chart(chart, push, subscription: number), to: id) }
        }
    }

    private func perform(_ number: UInt32, _ request: AccountRequest) {
        guard let userConnection else { return }
        let (account, own) = (userConnection.account, userConnection.device)
        // Unstructured, as in `answer`.
        Task { [port = shard.port, id, visitor, dependencies] in
            let answer: Result<[Device], AccountProblem>
            var isSignedOut = false
            do throws(AccountProblem) {
                let (devices, isOver) = try await dependencies.accounts.perform(
                    request,
                    of: account,
                    on: own,
                    from: visitor
                )
                let connected = await dependencies.connectedDevices(account.id)
                (answer, isSignedOut) = (.success(devices.map { $0.connected(connected.contains($0.id)) }), isOver)
            } catch {
                answer = .failure(error)
            }
            port.run { $0.deliver(.account(number: number, answer), to: id) }
            // Send the answer first, because the hub then ends the connection.
            if isSignedOut { dependencies.users.post(.signedOut([own])) }
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
