internal import NIOCore
internal import Shared

/// The connection's interface to the hubs: posts its requests, and returns their answers to its event loop.
extension ConnectionHandler {
    func ask(_ request: HubRequest) {
        let hubs = dependencies
        switch request {
        case .signIn(let hello): signIn(hello)
        case .signInNode(let secret, let term):
            answer { [nodes = hubs.nodes] in .nodeSignedIn(await nodes?.check(secret, term) ?? .failure(.badLogin)) }
        case .join(let signIn, let client): join(signIn, client)
        case .settle(let mutation, let store): userConnection.map { hubs.users.post(.mutated($0, store, mutation)) }
        case .userTable: userConnection.map { hubs.users.post(.tableWanted($0)) }
        case .logOut: userConnection.map { hubs.users.post(.loggedOut($0)) }
        case .signOut(let device): hubs.users.post(.signedOut([device]))
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
        case .node(let request):
            if case .joined = request { shard.serveFirst(self) }
            hubs.nodes?.requests.post(NodeGate.Request(id, shard.port, request))
        }
    }

    /// Waits for an answer off the event loop. If the connection is gone by then, the user hub learns what is left to do.
    private func answer(_ work: @escaping @Sendable () async -> Delivery) {
        // Unstructured, because a handler has no parent task. Nothing cancels the task. It ends with the answer.
        Task { [port = shard.port, id, users = dependencies.users] in
            let delivery = await work()
            port.run { if !$0.deliver(delivery, to: id) { delivery.leftOver.map { users.post($0) } } }
        }
    }

    private func signIn(_ hello: Hello) {
        answer { [visitor, accounts = dependencies.accounts] in
            do throws(Close) {
                return .signedIn(
                    .success(try await accounts.signIn(hello.credentials, device: hello.deviceName, from: visitor))
                )
            } catch {
                return .signedIn(.failure(error))
            }
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
        answer { [visitor, dependencies] in
            do throws(AccountProblem) {
                let (devices, isOver) = try await dependencies.accounts.perform(
                    request,
                    of: account,
                    on: own,
                    from: visitor
                )
                let connected = await dependencies.connectedDevices(account.id)
                let answer = devices.map { $0.connected(connected.contains($0.id)) }
                return .account(number: number, .success(answer), signsOut: isOver ? own : nil)
            } catch {
                return .account(number: number, .failure(error))
            }
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
