import Shared

/// The well-known coins: real names, symbols and listing ids, with prices and supplies of a plausible size.
enum CoinCatalogue {
    static func seeds(_ random: inout SeededGenerator) -> [CoinSeed] {
        table.split(separator: "\n").map { seed($0, &random) }
    }

    /// `id|symbol|name|platform or -|price|supply`, with `=` at the end for a coin that is pinned to the dollar.
    private static func seed(_ line: Substring, _ random: inout SeededGenerator) -> CoinSeed {
        let fields = line.split(separator: "|")
        guard fields.count >= 6, let id = UInt32(fields[0]), let price = try? ExactDecimal(parsing: fields[4]),
            let supply = Int64(fields[5])
        else { preconditionFailure("the catalogue's line is wrong: \(line)") }
        let platform = TokenPlatform.all[String(fields[3])]
        let identity = CoinIdentity(
            id: CoinID(id),
            name: String(fields[2]),
            symbol: String(fields[1]),
            slug: CoinSeed.slug(String(fields[2])),
            platform: platform,
            tokenAddress: platform == nil ? "" : TokenPlatform.address(&random)
        )
        return CoinSeed(identity: identity, price: price, supply: supply, isStable: fields.count > 6)
    }

    private static let table = """
        1|BTC|Bitcoin|-|63250.12|19850000
        1027|ETH|Ethereum|-|2642.35|120500000
        825|USDT|Tether USDt|eth|1.0000|119500000000|=
        1839|BNB|BNB|-|585.42|145900000
        5426|SOL|Solana|-|153.27|468000000
        3408|USDC|USDC|eth|1.0000|35400000000|=
        52|XRP|XRP|-|0.58412|56400000000
        74|DOGE|Dogecoin|-|0.11873|146000000000
        1958|TRX|TRON|-|0.15214|86700000000
        11419|TON|Toncoin|-|5.6231|2530000000
        2010|ADA|Cardano|-|0.38412|34900000000
        5805|AVAX|Avalanche|-|27.813|405000000
        8085|STETH|Lido Staked ETH|eth|2640.71|9650000
        3717|WBTC|Wrapped Bitcoin|eth|63190.55|153000
        5994|SHIB|Shiba Inu|eth|0.000018231|589260000000000
        1975|LINK|Chainlink|eth|12.127|626800000
        1831|BCH|Bitcoin Cash|-|341.22|19770000
        6636|DOT|Polkadot|-|4.6182|1490000000
        4943|DAI|Dai|eth|1.0000|5360000000|=
        3957|LEO|UNUS SED LEO|eth|5.8712|926000000
        6535|NEAR|NEAR Protocol|-|5.2871|1120000000
        20947|SUI|Sui|-|1.7621|2760000000
        2|LTC|Litecoin|-|66.914|75000000
        24478|PEPE|Pepe|eth|0.0000094312|420690000000000
        7083|UNI|Uniswap|eth|7.6731|600500000
        8916|ICP|Internet Computer|-|8.9124|471000000
        22974|TAO|Bittensor|-|542.61|7380000
        21794|APT|Aptos|-|8.4213|505000000
        5690|RENDER|Render|sol|5.9821|517000000
        20396|KAS|Kaspa|-|0.15812|24700000000
        328|XMR|Monero|-|158.42|18400000
        28321|POL|Polygon|eth|0.41213|7900000000
        3773|FET|Artificial Superintelligence Alliance|eth|1.5123|2520000000
        1321|ETC|Ethereum Classic|-|18.912|149000000
        512|XLM|Stellar|-|0.096213|29700000000
        4847|STX|Stacks|-|1.8412|1500000000
        7278|AAVE|Aave|eth|151.23|14950000
        32196|HYPE|Hyperliquid|-|24.317|334000000
        3635|CRO|Cronos|-|0.084712|26570000000
        3897|OKB|OKB|eth|41.217|60000000
        26081|FDUSD|First Digital USD|eth|1.0000|2850000000|=
        29470|USDE|Ethena USDe|eth|1.0000|2540000000|=
        4642|HBAR|Hedera|-|0.056213|37600000000
        2280|FIL|Filecoin|-|3.8123|589000000
        11841|ARB|Arbitrum|eth|0.58123|3650000000
        27075|MNT|Mantle|eth|0.61312|3260000000
        7226|INJ|Injective|-|21.213|97700000
        3794|ATOM|Cosmos|-|4.6712|390800000
        3077|VET|VeChain|-|0.023412|80980000000
        22861|TIA|Celestia|-|5.8123|213000000
        10603|IMX|Immutable|eth|1.5812|1620000000
        28752|WIF|dogwifhat|sol|2.2812|998900000
        1518|MKR|Maker|eth|1512.34|884000
        11840|OP|Optimism|eth|1.7123|1180000000
        11092|BGB|Bitget Token|eth|1.0812|1400000000
        23149|SEI|Sei|-|0.41213|3520000000
        6719|GRT|The Graph|eth|0.16213|9550000000
        23095|BONK|Bonk|sol|0.000022312|69300000000000
        10804|FLOKI|FLOKI|eth|0.00014812|9690000000000
        13502|WLD|Worldcoin|eth|1.9512|509000000
        4157|RUNE|THORChain|-|4.9213|336000000
        2416|THETA|Theta Network|-|1.3123|1000000000
        29210|JUP|Jupiter|sol|0.78123|1350000000
        5632|AR|Arweave|-|20.112|65450000
        8000|LDO|Lido DAO|eth|1.0812|895000000
        28177|PYTH|Pyth Network|sol|0.33123|3620000000
        4030|ALGO|Algorand|-|0.12812|8280000000
        21159|ONDO|Ondo|eth|0.71213|1390000000
        8425|JASMY|JasmyCoin|eth|0.020312|48400000000
        16086|BTT|BitTorrent|trx|0.00000092312|968000000000000
        1720|IOTA|IOTA|-|0.12512|3450000000
        4558|FLOW|Flow|-|0.56123|1530000000
        13855|ENS|Ethereum Name Service|eth|17.812|32500000
        3513|FTM|Fantom|-|0.67123|2800000000
        30171|ENA|Ethena|eth|0.38123|2730000000
        28850|NOT|Notcoin|ton|0.0081231|102450000000
        7080|GALA|Gala|eth|0.020812|35800000000
        2634|XDC|XDC Network|-|0.028712|14800000000
        6892|EGLD|MultiversX|-|26.812|27300000
        6783|AXS|Axie Infinity|eth|4.8712|151000000
        6210|SAND|The Sandbox|eth|0.26812|2390000000
        1966|MANA|Decentraland|eth|0.29123|1930000000
        2011|XTZ|Tezos|-|0.69123|999000000
        1765|EOS|EOS|-|0.50123|1510000000
        1376|NEO|Neo|-|10.412|70530000
        1437|ZEC|Zcash|-|31.412|16300000
        9481|PENDLE|Pendle|eth|4.2123|161000000
        4066|CHZ|Chiliz|eth|0.065123|9100000000
        7186|CAKE|PancakeSwap|bnb|1.8412|281000000
        4269|GT|GateToken|eth|8.8123|91000000
        2087|KCS|KuCoin Token|eth|8.2123|117000000
        3155|QNT|Quant|eth|68.123|12070000
        6538|CRV|Curve DAO Token|eth|0.28123|1220000000
        2586|SNX|Synthetix|eth|1.5212|331000000
        18876|APE|ApeCoin|eth|0.78123|752000000
        8646|MINA|Mina|-|0.56123|1150000000
        4948|CKB|Nervos Network|-|0.013812|44900000000
        7334|CFX|Conflux|-|0.17123|4400000000
        4172|LUNC|Terra Classic|-|0.000089123|5480000000000
        3945|ONE|Harmony|-|0.013512|14200000000
        2694|NEXO|Nexo|eth|1.0812|560000000
        27772|PYUSD|PayPal USD|eth|1.0000|705000000|=
        2563|TUSD|TrueUSD|trx|0.9990|495000000|=
        4705|PAXG|PAX Gold|eth|2642.12|193000
        5176|XAUT|Tether Gold|eth|2640.31|246500
        11857|GMX|GMX|arb|24.312|9800000
        5692|COMP|Compound|eth|44.123|8600000
        5864|YFI|yearn.finance|eth|5123.4|33400
        6758|SUSHI|SushiSwap|eth|0.68123|278000000
        8104|1INCH|1inch Network|eth|0.27123|1260000000
        1697|BAT|Basic Attention Token|eth|0.17812|1490000000
        1896|ZRX|0x Protocol|eth|0.32123|848000000
        1934|LRC|Loopring|eth|0.13812|1370000000
        2130|ENJ|Enjin Coin|-|0.15812|1760000000
        3783|ANKR|Ankr|eth|0.026812|10000000000
        5034|KSM|Kusama|-|19.812|15400000
        131|DASH|Dash|-|24.812|11980000
        1168|DCR|Decred|-|12.312|16400000
        1684|QTUM|Qtum|-|2.4123|105000000
        2469|ZIL|Zilliqa|-|0.014312|18900000000
        2566|ONT|Ontology|-|0.18312|890000000
        2099|ICX|ICON|-|0.13512|1030000000
        1274|WAVES|Waves|-|1.0312|115000000
        873|XEM|NEM|-|0.017312|9000000000
        109|DGB|DigiByte|-|0.0071231|17300000000
        1042|SC|Siacoin|-|0.0046312|57600000000
        693|XVG|Verge|-|0.0036123|16500000000
        1214|LSK|Lisk|eth|0.84123|143000000
        1567|XNO|Nano|-|0.91231|133000000
        1698|ZEN|Horizen|-|8.3123|15600000
        5567|CELO|Celo|-|0.58123|556000000
        4846|KAVA|Kava|-|0.34123|1080000000
        7653|ROSE|Oasis|-|0.074123|6910000000
        2777|IOTX|IoTeX|-|0.039123|9440000000
        3822|TFUEL|Theta Fuel|-|0.061231|6620000000
        7950|FLR|Flare|-|0.015123|46900000000
        20314|LUNA|Terra|-|0.36123|726000000
        1230|STEEM|Steem|-|0.17123|474000000
        2405|IOST|IOST|-|0.0050123|21400000000
        1455|GLM|Golem|eth|0.31231|1000000000
        1759|SNT|Status|eth|0.022812|4010000000
        1727|BNT|Bancor|eth|0.51231|124000000
        3640|LPT|Livepeer|eth|12.812|34000000
        5728|BAL|Balancer|eth|1.9812|61000000
        4679|BAND|Band Protocol|eth|1.1231|153000000
        5617|UMA|UMA|eth|2.1231|83000000
        9903|CVX|Convex Finance|eth|2.0123|97000000
        3911|OCEAN|Ocean Protocol|eth|0.51231|201000000
        18069|GMT|GMT|sol|0.14123|2700000000
        2300|WAXP|WAX|-|0.032123|3430000000
        3814|CELR|Celer Network|eth|0.013123|7740000000
        10688|YGG|Yield Guild Games|eth|0.42123|410000000
        7455|AUDIO|Audius|eth|0.12123|1290000000
        2132|POWR|Powerledger|eth|0.18123|512000000
        1886|DENT|Dent|eth|0.00085123|95700000000
        1816|CVC|Civic|eth|0.11123|802000000
        213|MONA|MonaCoin|-|0.21123|65700000
        """
}
