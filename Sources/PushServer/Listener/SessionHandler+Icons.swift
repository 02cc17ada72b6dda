internal import NIOCore
internal import Shared

extension SessionHandler {
    func iconsRequested(_ coins: [CoinID]) {
        iconWishes.want(coins)
        sendIcons()
    }

    /// Fetches and sends what is wanted, as long as the terminal reads.
    func sendIcons() {
        guard let context else { return }
        while !session.isClosing, context.channel.isWritable, let coin = iconWishes.begin() {
            // Numbers at random must not cost the provider's patience.
            if shard.market.row(of: coin) == nil { iconCame(nil, of: coin) } else { fetchIcon(of: coin, context) }
        }
    }

    private func fetchIcon(of coin: CoinID, _ context: ChannelHandlerContext) {
        let promise = context.eventLoop.makePromise(of: CoinIcon?.self)
        // Unstructured: a handler has no task to be a child of. It ends by itself.
        Task { [icons = surroundings.icons] in promise.succeed(await icons.icon(of: coin)) }
        promise.futureResult.assumeIsolated().whenSuccess { icon in
            self.iconCame(icon, of: coin)
            self.sendIcons()
        }
    }

    /// One that comes while the terminal does not read is not kept for it: it is asked for again once it reads.
    private func iconCame(_ icon: CoinIcon?, of coin: CoinID) {
        guard let context, !session.isClosing else { return }
        guard context.channel.isWritable else { return iconWishes.postpone(coin) }
        iconWishes.end(coin)
        send(.icon(coin, icon))
    }
}
