package import Shared
package import TerminalKit

/// Screens without a terminal or a server: for the pictures in the documentation, and for tests.
@MainActor
package enum ScreenPicture {
    /// Prices as a signed-in user with a live connection sees them.
    package static func prices(
        table: MarketTable,
        user: UserState,
        userName: String,
        size: Size,
        charset: Charset = .unicode
    ) -> Buffer {
        let session = Session.still(table: table, user: user, userName: userName)
        let tabs = TabsViewModel(session: session, clock: .system)
        let board = QuoteBoard(session: session, clock: .system, local: tabs.local)
        let view = PricesView(viewModel: PricesViewModel(session: session, board: board, tabs: tabs))
        var buffer = Buffer(size: size, charset: charset)
        _ = view.draw(into: &buffer)
        return buffer
    }
}

extension ScreenPicture {
    /// The Prices screen of a live link as an SVG picture of a terminal window.
    package static func svg(of link: ServerLink, columns: Int, rows: Int) -> String {
        picture(of: link, columns: columns, rows: rows).svg(title: "tickwire")
    }

    /// The same as plain text.
    package static func text(of link: ServerLink, columns: Int, rows: Int) -> String {
        picture(of: link, columns: columns, rows: rows).text
    }

    private static func picture(of link: ServerLink, columns: Int, rows: Int) -> Buffer {
        prices(
            table: link.market.table,
            user: link.user.state,
            userName: link.userName ?? "",
            size: Size(width: columns, height: rows)
        )
    }
}

extension Session {
    /// A session in which nothing happens.
    static func still(table: MarketTable, user state: UserState, userName: String) -> Session {
        let market = MarketReplica()
        let user = UserReplica(journals: nil)
        // A whole snapshot in one part, which cannot be refused.
        _ = market.receive(
            MarketPart(
                epoch: MarketEpoch(rawValue: 1),
                sequence: table.sequence,
                firstRow: 0,
                isLast: true,
                time: table.time,
                changes: table.changes(in: 0..<table.count)
            )
        )
        user.receive(state)
        return Session(
            server: ServerAddress(host: "localhost", port: ServerAddress.defaultPort),
            market: market,
            user: user,
            charts: ChartDesk(),
            state: { .live },
            userName: { userName },
            clockOffset: { .zero },
            retry: {},
            logOut: {},
            ended: { nil },
            close: {}
        )
    }
}
