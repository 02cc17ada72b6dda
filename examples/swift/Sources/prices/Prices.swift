import Foundation
import TickwireClient

/// Prints ten prices whenever one of them changes.
@main
struct Prices {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 4, let password = readLine() else {
            end("usage: prices HOST:PORT PIN USER, with the password on standard input", status: 64)
        }
        do {
            let server = try TickwireServer(words[1], pin: words[2])
            try await server.connect(as: .password(user: words[3], password: password)) { client in
                for try await prices in client.prices {
                    for price in prices.prefix(10) {
                        print(price.symbol, price.dollars ?? "-", price.source ?? "-", price.isLive ? "live" : "old")
                    }
                    print()
                }
            }
        } catch {
            end("prices: \(error)", status: 1)
        }
    }

    /// An error that leaves `main` would end the program like a crash. This says one sentence and ends it.
    static func end(_ sentence: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
        exit(status)
    }
}
