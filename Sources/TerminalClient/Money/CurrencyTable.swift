/// The currencies of Unicode CLDR, of today and of the past: code, symbol, decimals and name, in English.
///
/// Generated from Foundation by `CurrencyTableTests`. Foundation itself would bring 40 MB of data into each terminal.
enum CurrencyTable {
    static let lines = """
        ADP	ADP	0	Andorran Peseta
        AED	AED	2	United Arab Emirates Dirham
        AFA	AFA	2	Afghan Afghani (1927–2002)
        AFN	AFN	0	Afghan Afghani
        ALK	ALK	2	Albanian Lek (1946–1965)
        ALL	ALL	0	Albanian Lek
        AMD	AMD	2	Armenian Dram
        ANG	ANG	2	Netherlands Antillean Guilder
        AOA	AOA	2	Angolan Kwanza
        AOK	AOK	2	Angolan Kwanza (1977–1991)
        AON	AON	2	Angolan New Kwanza (1990–2000)
        AOR	AOR	2	Angolan Readjusted Kwanza (1995–1999)
        ARA	ARA	2	Argentine Austral
        ARL	ARL	2	Argentine Peso Ley (1970–1983)
        ARM	ARM	2	Argentine Peso (1881–1970)
        ARP	ARP	2	Argentine Peso (1983–1985)
        ARS	ARS	2	Argentine Peso
        ATS	ATS	2	Austrian Schilling
        AUD	A$	2	Australian Dollar
        AWG	AWG	2	Aruban Florin
        AZM	AZM	2	Azerbaijani Manat (1993–2006)
        AZN	AZN	2	Azerbaijani Manat
        BAD	BAD	2	Bosnia-Herzegovina Dinar (1992–1994)
        BAM	BAM	2	Bosnia-Herzegovina Convertible Mark
        BAN	BAN	2	Bosnia-Herzegovina New Dinar (1994–1997)
        BBD	BBD	2	Barbadian Dollar
        BDT	BDT	2	Bangladeshi Taka
        BEC	BEC	2	Belgian Franc (convertible)
        BEF	BEF	2	Belgian Franc
        BEL	BEL	2	Belgian Franc (financial)
        BGL	BGL	2	Bulgarian Hard Lev
        BGM	BGM	2	Bulgarian Socialist Lev
        BGN	BGN	2	Bulgarian Lev
        BGO	BGO	2	Bulgarian Lev (1879–1952)
        BHD	BHD	3	Bahraini Dinar
        BIF	BIF	0	Burundian Franc
        BMD	BMD	2	Bermudan Dollar
        BND	BND	2	Brunei Dollar
        BOB	BOB	2	Bolivian Boliviano
        BOL	BOL	2	Bolivian Boliviano (1863–1963)
        BOP	BOP	2	Bolivian Peso
        BOV	BOV	2	Bolivian Mvdol
        BRB	BRB	2	Brazilian New Cruzeiro (1967–1986)
        BRC	BRC	2	Brazilian Cruzado (1986–1989)
        BRE	BRE	2	Brazilian Cruzeiro (1990–1993)
        BRL	R$	2	Brazilian Real
        BRN	BRN	2	Brazilian New Cruzado (1989–1990)
        BRR	BRR	2	Brazilian Cruzeiro (1993–1994)
        BRZ	BRZ	2	Brazilian Cruzeiro (1942–1967)
        BSD	BSD	2	Bahamian Dollar
        BTN	BTN	2	Bhutanese Ngultrum
        BUK	BUK	2	Burmese Kyat
        BWP	BWP	2	Botswanan Pula
        BYB	BYB	2	Belarusian Ruble (1994–1999)
        BYN	BYN	2	Belarusian Ruble
        BYR	BYR	0	Belarusian Ruble (2000–2016)
        BZD	BZD	2	Belize Dollar
        CAD	CA$	2	Canadian Dollar
        CDF	CDF	2	Congolese Franc
        CHE	CHE	2	WIR Euro
        CHF	CHF	2	Swiss Franc
        CHW	CHW	2	WIR Franc
        CLE	CLE	2	Chilean Escudo
        CLF	CLF	4	Chilean Unit of Account (UF)
        CLP	CLP	0	Chilean Peso
        CNH	CNH	2	Chinese Yuan (offshore)
        CNX	CNX	2	Chinese People’s Bank Dollar
        CNY	CN¥	2	Chinese Yuan
        COP	COP	0	Colombian Peso
        COU	COU	2	Colombian Real Value Unit
        CRC	CRC	2	Costa Rican Colón
        CSD	CSD	2	Serbian Dinar (2002–2006)
        CSK	CSK	2	Czechoslovak Hard Koruna
        CUC	CUC	2	Cuban Convertible Peso
        CUP	CUP	2	Cuban Peso
        CVE	CVE	2	Cape Verdean Escudo
        CYP	CYP	2	Cypriot Pound
        CZK	CZK	2	Czech Koruna
        DDM	DDM	2	East German Mark
        DEM	DEM	2	German Mark
        DJF	DJF	0	Djiboutian Franc
        DKK	DKK	2	Danish Krone
        DOP	DOP	2	Dominican Peso
        DZD	DZD	2	Algerian Dinar
        ECS	ECS	2	Ecuadorian Sucre
        ECV	ECV	2	Ecuadorian Unit of Constant Value
        EEK	EEK	2	Estonian Kroon
        EGP	EGP	2	Egyptian Pound
        ERN	ERN	2	Eritrean Nakfa
        ESA	ESA	2	Spanish Peseta (A account)
        ESB	ESB	2	Spanish Peseta (convertible account)
        ESP	ESP	0	Spanish Peseta
        ETB	ETB	2	Ethiopian Birr
        EUR	€	2	Euro
        FIM	FIM	2	Finnish Markka
        FJD	FJD	2	Fijian Dollar
        FKP	FKP	2	Falkland Islands Pound
        FRF	FRF	2	French Franc
        GBP	£	2	British Pound
        GEK	GEK	2	Georgian Kupon Larit
        GEL	GEL	2	Georgian Lari
        GHC	GHC	2	Ghanaian Cedi (1979–2007)
        GHS	GHS	2	Ghanaian Cedi
        GIP	GIP	2	Gibraltar Pound
        GMD	GMD	2	Gambian Dalasi
        GNF	GNF	0	Guinean Franc
        GNS	GNS	2	Guinean Syli
        GQE	GQE	2	Equatorial Guinean Ekwele
        GRD	GRD	2	Greek Drachma
        GTQ	GTQ	2	Guatemalan Quetzal
        GWE	GWE	2	Portuguese Guinea Escudo
        GWP	GWP	2	Guinea-Bissau Peso
        GYD	GYD	2	Guyanaese Dollar
        HKD	HK$	2	Hong Kong Dollar
        HNL	HNL	2	Honduran Lempira
        HRD	HRD	2	Croatian Dinar
        HRK	HRK	2	Croatian Kuna
        HTG	HTG	2	Haitian Gourde
        HUF	HUF	2	Hungarian Forint
        IDR	IDR	0	Indonesian Rupiah
        IEP	IEP	2	Irish Pound
        ILP	ILP	2	Israeli Pound
        ILR	ILR	2	Israeli Shekel (1980–1985)
        ILS	₪	2	Israeli New Shekel
        INR	₹	2	Indian Rupee
        IQD	IQD	0	Iraqi Dinar
        IRR	IRR	0	Iranian Rial
        ISJ	ISJ	2	Icelandic Króna (1918–1981)
        ISK	ISK	0	Icelandic Króna
        ITL	ITL	0	Italian Lira
        JMD	JMD	2	Jamaican Dollar
        JOD	JOD	3	Jordanian Dinar
        JPY	¥	0	Japanese Yen
        KES	KES	2	Kenyan Shilling
        KGS	KGS	2	Kyrgystani Som
        KHR	KHR	2	Cambodian Riel
        KMF	KMF	0	Comorian Franc
        KPW	KPW	0	North Korean Won
        KRH	KRH	2	South Korean Hwan (1953–1962)
        KRO	KRO	2	South Korean Won (1945–1953)
        KRW	₩	0	South Korean Won
        KWD	KWD	3	Kuwaiti Dinar
        KYD	KYD	2	Cayman Islands Dollar
        KZT	KZT	2	Kazakhstani Tenge
        LAK	LAK	0	Laotian Kip
        LBP	LBP	0	Lebanese Pound
        LKR	LKR	2	Sri Lankan Rupee
        LRD	LRD	2	Liberian Dollar
        LSL	LSL	2	Lesotho Loti
        LTL	LTL	2	Lithuanian Litas
        LTT	LTT	2	Lithuanian Talonas
        LUC	LUC	2	Luxembourgian Convertible Franc
        LUF	LUF	0	Luxembourgian Franc
        LUL	LUL	2	Luxembourg Financial Franc
        LVL	LVL	2	Latvian Lats
        LVR	LVR	2	Latvian Ruble
        LYD	LYD	3	Libyan Dinar
        MAD	MAD	2	Moroccan Dirham
        MAF	MAF	2	Moroccan Franc
        MCF	MCF	2	Monegasque Franc
        MDC	MDC	2	Moldovan Cupon
        MDL	MDL	2	Moldovan Leu
        MGA	MGA	0	Malagasy Ariary
        MGF	MGF	0	Malagasy Franc
        MKD	MKD	2	Macedonian Denar
        MKN	MKN	2	Macedonian Denar (1992–1993)
        MLF	MLF	2	Malian Franc
        MMK	MMK	0	Myanmar Kyat
        MNT	MNT	2	Mongolian Tugrik
        MOP	MOP	2	Macanese Pataca
        MRO	MRO	0	Mauritanian Ouguiya (1973–2017)
        MRU	MRU	2	Mauritanian Ouguiya
        MTL	MTL	2	Maltese Lira
        MTP	MTP	2	Maltese Pound
        MUR	MUR	2	Mauritian Rupee
        MVP	MVP	2	Maldivian Rupee (1947–1981)
        MVR	MVR	2	Maldivian Rufiyaa
        MWK	MWK	2	Malawian Kwacha
        MXN	MX$	2	Mexican Peso
        MXP	MXP	2	Mexican Silver Peso (1861–1992)
        MXV	MXV	2	Mexican Investment Unit
        MYR	MYR	2	Malaysian Ringgit
        MZE	MZE	2	Mozambican Escudo
        MZM	MZM	2	Mozambican Metical (1980–2006)
        MZN	MZN	2	Mozambican Metical
        NAD	NAD	2	Namibian Dollar
        NGN	NGN	2	Nigerian Naira
        NIC	NIC	2	Nicaraguan Córdoba (1988–1991)
        NIO	NIO	2	Nicaraguan Córdoba
        NLG	NLG	2	Dutch Guilder
        NOK	NOK	2	Norwegian Krone
        NPR	NPR	2	Nepalese Rupee
        NZD	NZ$	2	New Zealand Dollar
        OMR	OMR	3	Omani Rial
        PAB	PAB	2	Panamanian Balboa
        PEI	PEI	2	Peruvian Inti
        PEN	PEN	2	Peruvian Sol
        PES	PES	2	Peruvian Sol (1863–1965)
        PGK	PGK	2	Papua New Guinean Kina
        PHP	₱	2	Philippine Peso
        PKR	PKR	0	Pakistani Rupee
        PLN	PLN	2	Polish Zloty
        PLZ	PLZ	2	Polish Zloty (1950–1995)
        PTE	PTE	2	Portuguese Escudo
        PYG	PYG	0	Paraguayan Guarani
        QAR	QAR	2	Qatari Riyal
        RHD	RHD	2	Rhodesian Dollar
        ROL	ROL	2	Romanian Leu (1952–2006)
        RON	RON	2	Romanian Leu
        RSD	RSD	0	Serbian Dinar
        RUB	RUB	2	Russian Ruble
        RUR	RUR	2	Russian Ruble (1991–1998)
        RWF	RWF	0	Rwandan Franc
        SAR	SAR	2	Saudi Riyal
        SBD	SBD	2	Solomon Islands Dollar
        SCR	SCR	2	Seychellois Rupee
        SDD	SDD	2	Sudanese Dinar (1992–2007)
        SDG	SDG	2	Sudanese Pound
        SDP	SDP	2	Sudanese Pound (1957–1998)
        SEK	SEK	2	Swedish Krona
        SGD	SGD	2	Singapore Dollar
        SHP	SHP	2	St. Helena Pound
        SIT	SIT	2	Slovenian Tolar
        SKK	SKK	2	Slovak Koruna
        SLE	SLE	2	Sierra Leonean Leone
        SLL	SLL	0	Sierra Leonean Leone (1964—2022)
        SOS	SOS	0	Somali Shilling
        SRD	SRD	2	Surinamese Dollar
        SRG	SRG	2	Surinamese Guilder
        SSP	SSP	2	South Sudanese Pound
        STD	STD	0	São Tomé & Príncipe Dobra (1977–2017)
        STN	STN	2	São Tomé & Príncipe Dobra
        SUR	SUR	2	Soviet Rouble
        SVC	SVC	2	Salvadoran Colón
        SYP	SYP	0	Syrian Pound
        SZL	SZL	2	Swazi Lilangeni
        THB	THB	2	Thai Baht
        TJR	TJR	2	Tajikistani Ruble
        TJS	TJS	2	Tajikistani Somoni
        TMM	TMM	0	Turkmenistani Manat (1993–2009)
        TMT	TMT	2	Turkmenistani Manat
        TND	TND	3	Tunisian Dinar
        TOP	TOP	2	Tongan Paʻanga
        TPE	TPE	2	Timorese Escudo
        TRL	TRL	0	Turkish Lira (1922–2005)
        TRY	TRY	2	Turkish Lira
        TTD	TTD	2	Trinidad & Tobago Dollar
        TWD	NT$	2	New Taiwan Dollar
        TZS	TZS	2	Tanzanian Shilling
        UAH	UAH	2	Ukrainian Hryvnia
        UAK	UAK	2	Ukrainian Karbovanets
        UGS	UGS	2	Ugandan Shilling (1966–1987)
        UGX	UGX	0	Ugandan Shilling
        USD	$	2	US Dollar
        USN	USN	2	US Dollar (Next day)
        USS	USS	2	US Dollar (Same day)
        UYI	UYI	0	Uruguayan Peso (Indexed Units)
        UYP	UYP	2	Uruguayan Peso (1975–1993)
        UYU	UYU	2	Uruguayan Peso
        UYW	UYW	4	Uruguayan Nominal Wage Index Unit
        UZS	UZS	2	Uzbekistani Som
        VEB	VEB	2	Venezuelan Bolívar (1871–2008)
        VED	VED	2	Bolívar Soberano
        VEF	VEF	2	Venezuelan Bolívar (2008–2018)
        VES	VES	2	Venezuelan Bolívar
        VND	₫	0	Vietnamese Dong
        VNN	VNN	2	Vietnamese Dong (1978–1985)
        VUV	VUV	0	Vanuatu Vatu
        WST	WST	2	Samoan Tala
        XAF	FCFA	0	Central African CFA Franc
        XAG	XAG	2	Silver
        XAU	XAU	2	Gold
        XBA	XBA	2	European Composite Unit
        XBB	XBB	2	European Monetary Unit
        XBC	XBC	2	European Unit of Account (XBC)
        XBD	XBD	2	European Unit of Account (XBD)
        XCD	EC$	2	East Caribbean Dollar
        XCG	Cg.	2	Caribbean guilder
        XDR	XDR	2	Special Drawing Rights
        XEU	XEU	2	European Currency Unit
        XFO	XFO	2	French Gold Franc
        XFU	XFU	2	French UIC-Franc
        XOF	F CFA	0	West African CFA Franc
        XPD	XPD	2	Palladium
        XPF	CFPF	0	CFP Franc
        XPT	XPT	2	Platinum
        XRE	XRE	2	RINET Funds
        XSU	XSU	2	Sucre
        XTS	XTS	2	Testing Currency Code
        XUA	XUA	2	ADB Unit of Account
        XXX	¤	2	Unknown Currency
        YDD	YDD	2	Yemeni Dinar
        YER	YER	0	Yemeni Rial
        YUD	YUD	2	Yugoslavian Hard Dinar (1966–1990)
        YUM	YUM	2	Yugoslavian New Dinar (1994–2002)
        YUN	YUN	2	Yugoslavian Convertible Dinar (1990–1992)
        YUR	YUR	2	Yugoslavian Reformed Dinar (1992–1993)
        ZAL	ZAL	2	South African Rand (financial)
        ZAR	ZAR	2	South African Rand
        ZMK	ZMK	0	Zambian Kwacha (1968–2012)
        ZMW	ZMW	2	Zambian Kwacha
        ZRN	ZRN	2	Zairean New Zaire (1993–1998)
        ZRZ	ZRZ	2	Zairean Zaire (1971–1993)
        ZWD	ZWD	0	Zimbabwean Dollar (1980–2008)
        ZWG	ZWG	2	Zimbabwean Gold
        ZWL	ZWL	2	Zimbabwean Dollar (2009–2024)
        ZWR	ZWR	2	Zimbabwean Dollar (2008)
        """
}
